// Each line lists the spellings of one given name, written as folded and joined tokens. Names on
// different lines are different names, however similar they look.
export const spelledDifferently = `
muhammed mehmet mehmed mohammed mohamed mohamad mohammad muhammad muhammet muhamed muhamet mohamet mahomet mhmd mohd
ahmed ahmet ahmad akhmed akhmad achmed achmad
mahmud mahmut mahmoud mahmood makhmud
mustafa mostafa moustafa mustapha mustafo
ali aly alii
huseyin hussein husein husain hussain husayn hossein hossain housein huseyn gusein
hasan hassan hasen khasan
osman uthman othman usman ousmane ottoman
omer omar umar oumar
yusuf yousef youssef yosef yusef yousuf youssouf yusof iusuf
ibrahim ebrahim ibraheem brahim ibragim
ismail ismael esmail ismaeel ismayil
halil khalil khaleel
halid khalid khaled khalit halit chalid
cemal jamal gamal djamal
celal jalal galal djalal
cafer jafar jaafar djafar jaffar
cabir jabir jaber djaber gaber
cihad jihad cihat djihad gihad
cuma jumaa juma gomaa djuma
serif sharif cherif shareef
suleyman suleiman sulaiman soliman sulayman soleiman sulejman
davud dawud davut dawood daoud daud
yakub yakup yaqub yaqoub yaakoub
ishak ishaq eshaq
musa moussa mousa moosa
isa issa eisa
harun haroun haroon
idris idriss edris
eyub eyup ayub ayyub ayoub
yunus younes younis yunis
salih saleh
selahaddin salahdin selahdin saladin
nureddin nurdin nourdin nourdine nooruddin
semseddin samsdin shamsdin semsdin
bahaeddin bahadin bahaadin
fahreddin fahdin fakhrdin fahrdin
hayreddin hayrdin khairdin khayrdin
izzeddin izdin izzdin ezzdin
kemal kamal kamel
kemaleddin kemaldin kamaldin
said sait saeed saied sayeed
semih samih sameh
sami samy samee
samir semir sameer
tarik tariq tarek
taha tahaa
tahir taher
talib talip taleb
ramazan ramadan ramadhan ramzan
receb recep rajab rajap regep
saban shaban chaaban
bekir bakr bakir bekr
ebubekir abubakr abubakar aboubacar abubekir
abdulah abdallah abdullah abdlah abdoulaye
abdulkadir abdkadir abdkader abdqadir abdqader
abdurrahman abdrahman abdrahmane abdrehman
abdurrahim abdrahim abdraheem
abdulaziz abdaziz abdazeez
abdulhamid abdhamid abdhameed
abdulkerim abdkerim abdkarim abdkareem
abdullatif abdlatif abdlateef
abdulmecid abdmecid abdmajid abdmajeed
abdulvahab abdvahab abdwahab abdwahhab
abdusselam abdselam abdsalam
abdussamed abdsamed abdsamad
hamid hameed hamit
hamza hamzah
hamdi hamdy
halim haleem
hakim hakeem
kerim karim kareem
kadir qader kader qadir
kasim qasim qassem kassem qasem
latif lateef
mecid majid majed mecit
mansur mansour mansoor
mesud mesut masud masoud masood
mahir maher
malik malek
muhsin mohsen muhsen mohsin
murad murat mourad
nasir naser nasser naseer
abdunnasir abdnasir abdnaser abdnasser
nasreddin nasdin nasrdin
nebil nabil nabeel
nizar nezar
numan noman nouman
rasid rashid rasheed reshid rasit
resid resit
ridvan rizwan redwan radwan ridwan redouane redouan
riza reza rida redha
rustem rostam rustam
sadik sadiq sadeq sadek
safi safiy
selim salim saleem
selman salman
serhat serhad
seyfeddin seyfdin sayfdin saifdin
sukru shukri soukri shokri choukri chokri
tevfik tawfik tawfiq tofiq toufic taufik
tufan toufan
velid walid waleed velit
vahid wahid waheed
vail wael vael
yasin yassin yaseen yassine
yasir yasser yaser
yahya yahia yehia yehya
zakir zaker
zekeriya zakaria zakariya zachariah zakariyya
ziya zia ziyaa
ziyad ziad zeyad
zubeyir zubair zubeir zobair
bilal belal
burhan borhan
bessar bashar besar
besir bashir basheer besheer
enver anwar anvar
emin amin ameen
emir amir ameer
eymen ayman aymen
faruk farouk faruq farooq
fatih fateh
fuad fuat fouad foad
feyzi faizi fayzi
faysal faisal feisal feysal
fadil fadel fazil
galib galip ghalib
gazi ghazi
hadi hady
hilmi helmy helmi
hikmet hikmat
husam hossam hussam
imad imaad emad
iyad eyad
kays qais qays kais
leys laith layth
mervan marwan merwan
muaz moaz muadh
munir mounir moneer
mutasim mutassim
racih rajih
refik rafik rafiq rafeek
reis rais
sabri sabry
seyf saif sayf
sevket shawkat shevket
siraceddin siracdin sirajdin
ubeyd obaid ubaid obeid
ubeydullah obaidullah ubaydullah
usame osama usama oussama
vasim wasim waseem
zafer zafar
zahir zaher
zeyd zaid zayed zayd
fatma fatima fatimah fatemeh fadime fatme
ayse aisha aysha aicha aishe ayesha aise
hatice khadija khadijah hadice hadija hatidze
meryem maryam mariam miriam meriem maryem
zeyneb zeynep zainab zaynab zeinab zineb
zehra zahra zohra zahraa
emine amina ameena aminah
halime halima haleema
hafsa hafsah
hanife hanifa
havva hawa
rukiye ruqayya rukayya ruqayyah
safiye safiya safiyya
semiha samiha
selma salma
sumeyye sumaya sumayya soumaya
ummugulsum umkulsum
leyla layla leila laila lejla
nadiye nadia nadya nadja
naima naime
nur noor nour
nesrin nasrin nisreen
rabia rabiya
raniye rania ranya
rim reem
yasemin yasmin yasmine jasmin jasmine
esma asma asmaa
elif alif
sara sarah
suheyla suhaila
kadriye qadriya
aleksandr alexander aleksander alexandre alejandro aleksandar oleksandr sasha
aleksey alexei alexey oleksiy
andrey andrei andrew andre andreas andriy andrzej
dimitri dmitry dmitri dmitriy dimitry dmytro
evgeni evgeny yevgeny evgenii yevgeni yevhen
georgi georgy george georges jorge giorgi georgiy
grigori grigory gregory grigoriy
igor ihor
ivan iwan
yakov jakov jacob jakob
konstantin constantine konstantinos
mihail mikhail michael mihael michail mykhailo miguel michel
maksim maxim maksym maxime
nikolay nikolai nicolai nicholas nicolas mykola nikola
oleg oleh
pavel pawel paul pablo pavlo
petr pyotr peter pedro pierre petro
sergey sergei serge serhiy sergio sergiy
stepan stephan stephen steven stefan stepen
vasili vasily vasiliy basil wasyl
viktor victor wiktor
vladimir wladimir volodymyr
vladislav wladislaw vladyslav
yuri yuriy iurii yury juri yurii
fyodor fedor theodor theodore
ilya ilia ilja
john jon johann johan jan jean juan joao johannes
joseph josef jose giuseppe josip
william wilhelm willem guillaume bill
robert roberto rupert bob
richard ricardo
charles carlos karl carl
thomas tomas tomasz tom
francis francisco francesco franz
henry heinrich henri enrique
anthony antonio anton antoine tony
frederick friedrich frederic federico
lewis louis luis ludwig luigi
david dawid
daniel daniil danilo
christopher kristoffer christoph cristobal chris
catherine katherine kathryn katarina katerina ekaterina catarina kate
elizabeth elisabeth elisabet yelizaveta
mary maria marie marija
anna ana anne hanna
helen helena elena yelena jelena
margaret margarita margarete
`
