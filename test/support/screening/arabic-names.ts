// Each line lists one name in Arabic script and its usual Latin spellings.
const given = `
محمد Mohammed Muhammad Mohamed Mohammad
أحمد Ahmed Ahmad
محمود Mahmoud Mahmood
علي Ali Aly
حسن Hassan Hasan
حسين Hussein Husain Hussain Hossein
عمر Omar Umar Omer
عثمان Othman Uthman Osman
خالد Khaled Khalid
خليل Khalil Khaleel
إبراهيم Ibrahim Ebrahim
إسماعيل Ismail Esmail
يوسف Youssef Yousef Yusuf
يونس Younes Younis Yunus
موسى Musa Moussa Mousa
عيسى Issa Eisa Isa
سليمان Suleiman Sulaiman Soliman
داود Dawood Daoud Dawud
هارون Haroun Harun
مصطفى Mustafa Mostafa Moustafa
عبد_الله Abdullah Abdallah
عبد_الرحمن Abdul_Rahman Abdelrahman Abdulrahman
عبد_العزيز Abdul_Aziz Abdelaziz Abdulaziz
عبد_الكريم Abdul_Karim Abdelkarim Abdulkareem
عبد_القادر Abdul_Qader Abdelkader Abdulqadir
عبد_السلام Abdul_Salam Abdelsalam Abdussalam
سعيد Saeed Said Saeid
سعد Saad Sa'ad
سالم Salem Salim
سامي Sami Samy
سمير Samir Sameer
صالح Saleh Salih
صلاح Salah
طارق Tariq Tarek Tareq
طاهر Taher Tahir
ياسر Yasser Yasir
ياسين Yassin Yaseen Yassine
زياد Ziad Ziyad
زيد Zaid Zayd Zeid
رشيد Rashid Rasheed Rachid
راشد Rashed Rashid
كريم Karim Kareem
كمال Kamal Kamel
ماجد Majed Majid
مالك Malek Malik
مروان Marwan Merwan
منصور Mansour Mansoor Mansur
نبيل Nabil Nabeel
ناصر Nasser Naser Nasir
نزار Nizar
نور_الدين Nour_al-Din Noureddine Nureddin
هشام Hisham Hicham
وليد Walid Waleed
وائل Wael
بلال Bilal Belal
بشار Bashar
جمال Jamal Gamal
جلال Jalal Galal
جعفر Jafar Jaafar
حامد Hamed Hamid
حمزة Hamza
حازم Hazem Hazim
رامي Rami Ramy
رياض Riad Riyad Riyadh
شريف Sharif Sherif Cherif
عادل Adel Adil
عماد Imad Emad
فادي Fadi Fady
فهد Fahd Fahad
فيصل Faisal Faysal Feisal
قاسم Qasim Qassem Kassem
لؤي Louay Luay Loay
أسامة Osama Usama Oussama
أنس Anas
أيمن Ayman Aymen
باسم Basem Bassem Basim
فاطمة Fatima Fatma Fatimah
عائشة Aisha Aicha Ayesha
خديجة Khadija Khadijah
مريم Maryam Mariam Meryem
زينب Zainab Zeinab Zaynab
ليلى Layla Leila Laila
سارة Sara Sarah
هدى Huda Hoda
نادية Nadia Nadya
أمينة Amina Ameena
سميرة Samira Sameera
رانيا Rania Ranya
سلمى Salma Selma
`

const family = `
التكريتي Al-Tikriti Al_Tikriti
البغدادي Al-Baghdadi Al_Baghdadi
المصري Al-Masri El-Masry
السوري Al-Suri Al-Souri
الحلبي Al-Halabi El-Halabi
الشامي Al-Shami El-Shamy
الدليمي Al-Dulaimi Al-Duleimi
الجبوري Al-Jubouri Al-Jaburi
العبيدي Al-Obeidi Al-Ubaydi
الزهراني Al-Zahrani Alzahrani
القحطاني Al-Qahtani Alqahtani
العتيبي Al-Otaibi Alotaibi
الشمري Al-Shammari Al-Shamari
الحربي Al-Harbi Alharbi
الغامدي Al-Ghamdi Alghamdi
الأنصاري Al-Ansari
الهاشمي Al-Hashimi Al-Hashemi
الحسيني Al-Husseini Al-Hussaini
العلي Al-Ali
الخطيب Al-Khatib El-Khatib
النجار Al-Najjar El-Naggar
الحداد Al-Haddad El-Haddad
الصباغ Al-Sabbagh
القاضي Al-Qadi El-Kadi
الزرقاوي Al-Zarqawi
العراقي Al-Iraqi
الليبي Al-Libi Al-Liby
التونسي Al-Tunisi Al-Tounsi
المغربي Al-Maghribi El-Maghraby
اليمني Al-Yamani Al-Yemeni
الكويتي Al-Kuwaiti
حداد Haddad
خوري Khoury Khouri
منصور Mansour Mansoor
سليمان Suleiman Sulaiman
حمدان Hamdan
شاهين Shahin Shaheen
درويش Darwish Darweesh
عواد Awad Awwad
زيدان Zaidan Zeidan
شعبان Shaban Shaaban
رمضان Ramadan Ramadhan
بكري Bakri Bakry
جابر Jaber Jabir
طالب Taleb Talib
فرحات Farhat Ferhat
قنديل Qandil Kandil
ناصيف Nassif Nasif
يعقوب Yaqoub Yacoub
مرسي Morsi Mursi
عرفات Arafat
سلامة Salama Salameh
`

export interface ArabicName {
  readonly script: string
  readonly latin: readonly string[]
}

const namesOf = (text: string): readonly ArabicName[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [script = '', ...latin] = line.split(' ').map((name) => name.replaceAll('_', ' '))
      return { script, latin }
    })

export const arabicGivenNames = namesOf(given)
export const arabicFamilyNames = namesOf(family)
