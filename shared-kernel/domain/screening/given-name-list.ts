// Given names with one spelling, written as folded tokens.
export const spelledOneWay = `
abdi acar adem adil adnan afsin agah ahsen akif akin alan albert alfred alice alp alparslan alper
altan amanda amelie anil aras arda arif asaf asim asli atakan atilla ayberk aydin ayhan aykut
aylin aysegul aysel aysen aysun aytac azad azim aziz baki banu baran barbara barbaros baris bayram
bedir belgin belma benjamin beren berk berkay berna betul beyza birol bora brian bruce bruno bugra
bulent burak burcu busra can canan canberk caner cansu carla carmen cavit cem cemil cemile cengiz
cenk ceren ceyda ceyhun christian cigdem claire claude colin coskun craig damla defne demet deniz
dennis derya devrim diana didem dilara dilek dogan dogukan dominic donald dursun duygu ebru ece
ecem ediz edward efe ege egemen ekrem ela elcin elmas emel emily emma emrah emre ender engin ercan
ercument erdal erdem erdinc eren ergin ergun erhan eric erkan ernest erol ersin ertan ertugrul
esat esin esra eugene evren ezgi fahri faik fehmi felix ferhat feridun ferit fevzi figen fikret
filiz fiona firat frank funda furkan gabriel gamze gerald gizem gokce gokhan goksel gonca gonul
gordon gozde graham gul gulay gulcan gulden guler gulfem gulhan gulsah gulsen gulsum gulten gunay
guney guray gurkan guven hakan haki haldun halide halis haluk handan hande harika harold harry
hasibe hayati haydar hazal hicran hilal howard hugo hulya huri husnu ian ihsan ilayda ilhan ilkay
ilke ilker ilknur inci ipek irem irene irfan isil iskender ismet itir jack james jane jason
jennifer jessica joan julia julian kaan kagan kamil kamuran karen kaya kazim keith kenan kenneth
kerem keremcan kevin kivanc koray korhan kubra kursat lale laura lawrence leonard levent linda
lisa lokman lucas lucy lutfi marcel marco marcus mario mark martin matthew maurice max mazhar
mehtap melda melek melih melike melis meltem meral mert merve mete metehan metin mine mirac monica
muammer muazzez mucahit mufit muge muharrem muhittin muhsine mukaddes munevver murathan musab
muslum mutlu muzaffer naci nagehan nancy natalia naz nazan nazim nazli nazmi necati necdet necla
neil nermin nese neslihan nevin nevzat nihal nihan nihat nil nilay nilgun nilufer niyazi nizam nuh
nuran nuray nurcan nurgul nurhan nuri nursel nurten oguz oguzhan okan oktay olcay oliver omur onur
orcun orhan oscar osmancan oya ozan ozcan ozden ozge ozgur ozkan ozlem pamela patricia patrick
pelin perihan perran pervin philip pinar polat rachel rahmi raif ralph ramiz rana rasim rauf
raymond rebecca refet remzi rifat roger ronald rose ruhi rusen russell ruth ruya ryan sabiha
sacide sadi sadullah safak saffet sahin samuel sandra sanem savas scott sean seda sedat sefa seher
selahi selcan selcuk selda selen selin sema semra sena senay senol serap seray serdar seren serkan
serpil servet sevcan sevda sevgi sevil sevim sevinc sezai sezen sezer sezgin sibel simge simon
sinan sinem sonay soner songul sophie stanley stella stuart suat sudenaz sultan suna susan suzan
sylvia tamer taner tarkan tayfun taylan tayyar tekin teoman terence teresa tijen timothy timur
tolga tolgahan toprak tugba tugce tulay tulin tunc tuncay turan turgay turgut turkan ufuk ugur
ulas ulku umit umut unal ursula valentina vedat vefa vehbi veli vera veronica veysel victoria
vildan vincent volkan vural walter wayne yagmur yalcin yaman yaprak yasar yavuz yelda yeliz yener
yesim yigit yildiray yildiz yilmaz yuksel zahide zeki zeliha zerrin zubeyde zuhal zuleyha zulfu
`
