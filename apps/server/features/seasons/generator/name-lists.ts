export type Heritage =
	| "anglo"
	| "irish"
	| "firstNations"
	| "pacific"
	| "mediterranean"
	| "eastAsian"
	| "southAsian"
	| "african";

/** Parses names that are separated by commas. */
export const parseNames = (names: string): readonly string[] => names.trim().split(/\s*,\s*/);

/** Given names as in a women's competition today. */
export const FIRST_NAMES: Readonly<Record<Heritage, readonly string[]>> = {
	anglo: parseNames(`
		Abigail, Adelaide, Alana, Alexandra, Alice, Amber, Amelia, Anneliese, Arabella, Ashleigh, Audrey, Aurora, Bella,
		Bethany, Billie, Bonnie, Briony, Brooke, Caitlin, Carly, Cassidy, Charlie, Charlotte, Chelsea, Chloe, Clementine,
		Courtney, Daisy, Dakota, Darcy, Delaney, Eden, Edie, Eleanor, Eliza, Ella, Eloise, Elsie, Emmeline, Evie, Fleur,
		Florence, Francesca, Frankie, Freya, Gabrielle, Gemma, Georgia, Georgie, Gracie, Greta, Hannah, Harper, Harriet,
		Hattie, Heidi, Holly, Imogen, Indi, Isabella, Isla, Ivy, Jacinta, Jasmine, Jemima, Jess, Jorja, Josephine, Josie,
		Keely, Keira, Kirra, Lacey, Laila, Lara, Lauren, Layla, Leah, Lexi, Lily, Lottie, Lucinda, Lucy, Mabel, Mackenzie,
		Madeleine, Maeve, Maggie, Matilda, Meg, Mia, Mikayla, Millie, Molly, Monique, Myah, Nell, Nicola, Olive, Olivia,
		Paige, Penny, Peyton, Phoebe, Piper, Poppy, Quinn, Remi, Rosie, Ruby, Sadie, Samantha, Sasha, Sienna, Skye, Sophie,
		Stella, Steph, Summer, Sylvie, Tahlia, Tamsin, Tarni, Teagan, Tess, Tilly, Violet, Willa, Willow, Winnie, Zali, Zara`),
	irish: parseNames(`
		Aisling, Aoibhe, Aoibheann, Aoife, Bláthnaid, Bríd, Brónagh, Caoimhe, Ciara, Clíodhna, Clodagh, Dearbhla, Doireann,
		Éabha, Éadaoin, Eimear, Fionnuala, Gráinne, Laoise, Méabh, Muireann, Niamh, Nuala, Órla, Ríona, Róisín, Sadhbh,
		Saoirse, Síofra, Sorcha, Úna`),
	firstNations: parseNames(`
		Alinta, Allirah, Arika, Ayeisha, Bindi, Iluka, Jedda, Jirra, Kaiya, Kalinda, Kirrily, Kyah, Lowanna, Mali,
		Marlee, Merinda, Mirri, Nioka, Talara, Tallara, Tarneen, Taleah, Tjarra, Yindi`),
	pacific: parseNames(`
		Alofa, Ana-Sofia, Aroha, Fetu, Hinemoa, Kahurangi, Kiri, Lagi, Lavinia, Leilani, Losa, Lupe, Malia, Mele, Miriama,
		Moana, Ngaire, Salote, Seini, Sela, Sina, Talia, Teuila, Tiare, Vaimoana, Vika, Waimarie`),
	mediterranean: parseNames(`
		Alessia, Anastasia, Bianca, Chiara, Christina, Daniela, Despina, Dimitra, Eleni, Elena, Emina, Fiorella, Gia,
		Giuliana, Ilaria, Ivana, Katarina, Lucia, Magdalena, Marija, Marisa, Mirella, Natália, Nevena, Nina, Paola, Rania,
		Sofia, Stavroula, Tatjana, Valentina, Vesna, Yasmin, Zoë`),
	eastAsian: parseNames(`
		Ai, An, Bảo-Anh, Diễm, Emi, Hà, Hana, Hương, Jia, Khanh, Kim, Lan, Linh, Mai, Mai-Anh, Mei, Mei-Lin, Minh-Thư, Ngọc,
		Phương, Quỳnh, Sakura, Soo-Ah, Thảo, Thi, Trinh, Tuyết, Vy, Xuân, Yến, Yuna`),
	southAsian: parseNames(`
		Aaliya, Aditi, Amara, Ananya, Anjali, Dilini, Divya, Harleen, Ishani, Jasleen, Kavya, Manpreet, Meera, Nimasha,
		Nisha, Priya, Rhea, Sanduni, Simran, Tara, Thilini, Zainab`),
	african: parseNames(`
		Abuk, Achol, Adut, Ajok, Akech, Akon, Amani, Awek, Ayak, Ayen, Chiamaka, Eshe, Grace, Ifeoma, Makeda, Naledi,
		Nyabol, Nyakim, Nyandeng, Selam, Thandiwe, Zahra`),
};

/** Family names. No pair of a first and a last name here is a player of the real competition's 2023 season. */
export const LAST_NAMES: Readonly<Record<Heritage, readonly string[]>> = {
	anglo: parseNames(`
		Abernathy, Ainsworth, Aldridge, Appleyard, Ashworth, Atherton, Balfour, Bancroft, Barraclough, Beaumont, Birdsall,
		Blackwood, Blenkinsop, Bradstock, Braithwaite, Briggs, Brockman, Burgoyne, Butterworth, Calloway, Cartledge,
		Cavendish, Chatterton, Cheeseman, Clutterbuck, Coldwell, Cornish, Crabtree, Cruickshank, Cuthbertson, Dalgleish,
		Darlington, De Groot, Drinkwater, Drummond, Dunstan, Eastwood, Ellingsen, Entwistle, Fairbairn, Fairweather,
		Featherstone, Ferntree, Finlayson, Fotheringham, Frobisher, Gallagher-Webb, Garside, Gilchrist, Goldsworthy,
		Greenhalgh, Gunderson, Haddock, Halloway, Hardcastle, Hargreaves, Hathaway, Heatherington, Hebblethwaite, Higginbotham,
		Hindmarsh, Hollingsworth, Hornsby, Huckstep, Inglis, Jellicoe, Kettlewell, Kingsford, Kirkbride, Kleinig, Lamplough,
		Langridge, Leadbeater, Lindqvist, Lockhart, Longbottom, Loveday, MacAllister, MacPhee, Mackintosh, Marchbanks,
		Mathiesen, McAlpine, McCorquodale, McGillivray, McIlwraith, McTavish, Merryweather, Micklethwaite, Moxon, Nethercote,
		Nightingale, Oakeshott, Ogilvie, Oldfield, Ormsby, Partridge, Peckham, Pemberton, Pennyfeather, Philpott, Pinkerton,
		Pobjoy, Prendergast, Quartermaine, Quick, Radcliffe, Rainbird, Ramsbottom, Ravenscroft, Redfern,
		Rickards, Rosewarne, Rumbold, Rutherford, Satterthwaite, Schultheiss, Seagrave, Shackleton, Shufflebotham,
		Silverwood, Snodgrass, Southwell, Stainsby, Stapleton, Strickland, Sugden, Summerhayes, Swindon, Tancred,
		Tattersall, Templeton, Thistlethwaite, Threlfall, Thursby, Tregenza, Trelawney, Tremayne, Trescothick, Trevorrow,
		Twelvetrees, Uppington, Van der Linden, Vandenberg, Venables, Vickery, Waddington, Wainwright, Warburton, Weatherall,
		Westgarth, Whitcombe, Whittaker, Wigglesworth, Winterbottom, Wolstenholme, Woodhouse, Woolnough, Wrigglesworth,
		Yeatman, Yelland, Zeally`),
	irish: parseNames(`
		Breathnach, Cosgrave, Creaney, Cullinane, Devaney, Fahy, Feeney, Finnerty, Ní Bhriain, Ní Dhomhnaill, Ní Chonchúir,
		Geraghty, Gilhooly, Hanratty, Heffernan, Hennessy, Kilbane, Mac Giolla, McGlinchey, McGroarty, Mulvihill, Ó Sé,
		O'Dea, O'Flaherty, O'Gara, O'Mahony, O'Shaughnessy, O'Toole, Scanlan, Tuohy-Byrne, Twomey`),
	firstNations: parseNames(`
		Baymarrwangga, Bonson, Dhamarrandji, Dhurrkay, Djerrkura, Galaminda, Gaykamangu, Kantilla, Kerinaiua, Marawili,
		Mununggurr, Munkara, Namarnyilk, Ngarra, Nundhirribala, Pareroultja, Puruntatameri,
		Tungutalum, Ugle, Wanambi, Warlapinni, Wirrpanda-Cole, Woorunmurra, Wunungmurra`),
	pacific: parseNames(`
		Fa'asavalu, Fale, Faleafa, Faumuina, Fonoti, Ioane, Kaufana, Leiataua, Lotu-Iiga, Manu'a, Mataele, Ngata, Paewai,
		Pouesi, Rangihuna, Sa'u, Seumanutafa, Ta'ufo'ou, Tamapua, Tauelangi, Te Kanawa, Te Rangi, Tuimavave, Tuivaiti,
		Uluinayau, Vaipulu, Vunipola-Grey, Waqanivalu, Whakatau`),
	mediterranean: parseNames(`
		Abou-Rizk, Anagnostou, Andrianakis, Bartolotta, Božić, Bruzzese, Caruana, Ceccarelli, Di Benedetto, D'Agostino,
		D'Ambrosio, Dragičević, El-Khoury, Farrugia, Ferreira, Giannopoulos, Haddad, Jakobović, Karagiannis, Kowalczyk,
		Lo Presti, Marković, Mastroianni, Mihalopoulos, Nikolaidis, Papadimitriou, Pavlović, Quaglino, Santoro, Sarkis,
		Šimić, Tsiaousis, Vlahović, Wójcik, Xenakis, Zammit-Ross`),
	eastAsian: parseNames(`
		Bùi, Chen, Cheung, Đặng, Đinh, Đỗ, Dương, Fujimoto, Hoàng, Huỳnh, Hwang, Kobayashi, Lâm, Leung, Lê, Liang, Mạc,
		Nakamura, Ngô, Nguyễn, Ong, Phạm, Phan, Tan, Trần, Trịnh, Võ, Wong, Yoon, Zhou`),
	southAsian: parseNames(`
		Abeysinghe, Bandara, Chaudhary, De Silva, Dhaliwal, Fernando, Gill, Gunawardena, Iyer, Jayasuriya-Hall, Krishnamurthy,
		Mehta, Nair, Perera, Rajapaksa, Ranatunga, Sandhu, Sidhu, Subramaniam, Venkataraman, Wickramasinghe`),
	african: parseNames(`
		Adeyemi, Ajak, Akuei, Asante, Biar, Bol, Chukwu, Garang, Gebremariam, Kuol, Lual, Machar, Majak, Makuei, Malual,
		Manyang, Mensah, Mwangi, Okafor, Tesfaye, Thiik, Wol`),
};
