// The most common surnames of several countries, as folded tokens.
export const commonSurnames = `
yilmaz kaya demir celik sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin kara
koc kurt ozkan simsek polat korkmaz cakir erdogan yavuz can acar sen aktas guler yalcin gunes bozkurt
bulut keskin unal turan gul ozer isik kaplan avci sari tekin tas kose yuksel ates aksoy bayram ozen
duman coskun toprak akin ceylan bas ekinci oz erol karaca uysal ozcan durmaz sonmez uzun karakaya
guven ozgur tuncer koyuncu kocak altun balci bilgin akbas demirci karaman cinar durmus ergin aydogan
turkmen soylu candan akyuz bal kahraman akgul sezer gok ucar elmas albayrak bicer cengiz soysal
erdem tan bakir oncu akar engin kalkan tunc deniz kaplan ay er oral ural eren guney ozmen
smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez
wilson anderson thomas taylor moore jackson martin lee perez thompson white harris sanchez clark
ramirez lewis robinson walker young allen king wright scott torres nguyen hill flores green adams
nelson baker hall rivera campbell mitchell carter roberts gomez phillips evans turner diaz parker
cruz edwards collins reyes stewart morris morales murphy cook rogers gutierrez ortiz morgan cooper
peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks chavez wood james
bennett gray mendoza ruiz hughes price alvarez castillo sanders patel myers long ross foster jimenez
powell jenkins perry russell sullivan bell coleman butler henderson barnes fisher graham reynolds
muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann koch bauer richter klein
wolf schroder neumann schwarz braun hofmann zimmermann kruger hartmann lange werner krause lehmann
rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti costa
dubois durand leroy moreau simon laurent lefebvre michel bertrand roux fournier girard bonnet dupont
ivanov smirnov kuznetsov popov vasilev petrov sokolov mikhailov novikov fedorov morozov volkov
alekseev lebedev semenov egorov pavlov kozlov stepanov nikolaev orlov andreev makarov nikitin
zakharov zaitsev soloviev borisov yakovlev grigorev romanov vorobev sergeev kuzmin frolov
aleksandrov dmitriev korolev gusev kiselev ilin maksimov polyakov sorokin vinogradov kovalev belov
medvedev antonov tarasov zhukov baranov filippov komarov davydov belyaev gerasimov bogdanov osipov
shevchenko kovalenko bondarenko tkachenko kravchenko oliynyk koval melnyk boyko
wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo
khan singh kumar sharma gupta shah ahmed ali hussain begum das
`
