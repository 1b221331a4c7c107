import type { SquadId } from "@first-bounce/rules/ids";

export interface Club {
	/** The id of a real club, so that clients that choose colours and logos by id work with these clubs. */
	readonly id: SquadId;
	readonly name: string;
	readonly abbreviation: string;
	readonly ground: string;
	readonly timeZone: string;
}

const MELBOURNE = "Australia/Melbourne";
const SYDNEY = "Australia/Sydney";
const BRISBANE = "Australia/Brisbane";
const ADELAIDE = "Australia/Adelaide";
const PERTH = "Australia/Perth";

const ALL_CLUBS: readonly Club[] = [
	{ id: 7386, name: "Ballarat Lanterns", abbreviation: "BALL", ground: "Lantern Hill Oval", timeZone: MELBOURNE },
	{ id: 7387, name: "Bendigo Brolgas", abbreviation: "BEND", ground: "Goldfields Park", timeZone: MELBOURNE },
	{ id: 7886, name: "Kalgoorlie Comets", abbreviation: "KAL", ground: "Super Pit Oval", timeZone: PERTH },
	{ id: 7887, name: "Mildura Mistrals", abbreviation: "MIL", ground: "Riverbend Oval", timeZone: MELBOURNE },
	{ id: 7889, name: "Torquay Tides", abbreviation: "TOR", ground: "Bells Road Reserve", timeZone: MELBOURNE },
	{ id: 8096, name: "Hobart Huskers", abbreviation: "HOB", ground: "Derwent Oval", timeZone: "Australia/Hobart" },
	{ id: 8097, name: "Gippsland Gales", abbreviation: "GIPP", ground: "Strzelecki Park", timeZone: MELBOURNE },
	{ id: 8098, name: "Barossa Kites", abbreviation: "BAR", ground: "Old Vine Oval", timeZone: ADELAIDE },
	{ id: 8466, name: "Wagga Wombats", abbreviation: "WAG", ground: "Five O'Clock Wave Park", timeZone: SYDNEY },
	{ id: 8467, name: "Albany Albatrosses", abbreviation: "ALB", ground: "Whalers Cove Oval", timeZone: PERTH },
	{ id: 8786, name: "Cairns Cassowaries", abbreviation: "CAI", ground: "Trinity Green", timeZone: BRISBANE },
	{ id: 8787, name: "Noosa Pelicans", abbreviation: "NOO", ground: "Pandanus Park", timeZone: BRISBANE },
	{ id: 8788, name: "Newcastle Lamplighters", abbreviation: "NEW", ground: "Nobbys Oval", timeZone: SYDNEY },
	{ id: 8796, name: "Wollongong Waratahs", abbreviation: "WOL", ground: "Escarpment Oval", timeZone: SYDNEY },
	{ id: 9406, name: "Darwin Thunderheads", abbreviation: "DAR", ground: "Mindil Oval", timeZone: "Australia/Darwin" },
	{ id: 9407, name: "Launceston Larks", abbreviation: "LAU", ground: "Cataract Park", timeZone: "Australia/Hobart" },
	{ id: 9408, name: "Broome Pearlers", abbreviation: "BRO", ground: "Pindan Park", timeZone: PERTH },
	{ id: 9409, name: "Coorong Currawongs", abbreviation: "COO", ground: "Lighthouse Oval", timeZone: ADELAIDE },
	{ id: 9410, name: "Burnie Breakers", abbreviation: "BUR", ground: "Emu Bay Oval", timeZone: "Australia/Hobart" },
	{ id: 9411, name: "Canberra Cockatoos", abbreviation: "CAN", ground: "Molonglo Oval", timeZone: SYDNEY },
];
export const MAX_GENERATED_CLUBS = ALL_CLUBS.length;

/** The first clubs of the fictional competition. The places are real; the clubs and grounds are fictional. */
export const listClubs = (count: number): readonly Club[] => ALL_CLUBS.slice(0, count);

/** The demo's eighteen clubs. */
export const CLUBS = listClubs(18);
