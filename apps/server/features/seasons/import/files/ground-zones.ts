/** Parts of the names of grounds, each from the start of a word, by time zone. States differ in daylight saving time. */
const GROUNDS_BY_ZONE: Readonly<Record<string, string>> = {
	"Australia/Melbourne": `
		arden street, casey fields, corio bay, docklands, etu stadium, frankston park, gmhba, ikon park, kardinia park,
		kinetic stadium, marvel stadium, mars stadium, mcg, melbourne cricket, mission whitten, moorabbin, olympic park,
		princes park, punt road, reid oval, rsea park, swinburne centre, trevor barker, victoria park, whitten oval,
		windy hill, queen elizabeth oval, deakin university`,
	"Australia/Sydney": `
		blacktown, engie stadium, giants stadium, henson park, manuka, north sydney oval, robertson oval, scg,
		sydney cricket, sydney showground, tramway oval, unsw canberra, corroboree group`,
	"Australia/Brisbane": `
		brighton homes, carrara, cazaly, gabba, great barrier reef, heritage bank stadium, maroochydore,
		people first stadium, south pine, springfield, metricon, bond university, fankhauser`,
	"Australia/Adelaide": `
		adelaide oval, alberton, coopers stadium, glenelg, noarlunga, norwood, prospect oval, richmond oval, thebarton,
		thomas farms, unley oval, x convenience, woodville, hickinbotham oval, kilburn`,
	"Australia/Perth": `
		arena joondalup, claremont oval, fremantle oval, lathlain, mineral resources park, optus stadium, leederville,
		rushton park, sullivan logistics, hbf arena, perth stadium, hands oval`,
	"Australia/Hobart": `
		bellerive, blundstone, north hobart, ninja stadium, twin ovals, university of tasmania, utas stadium, york park,
		devonport, dial park, penguin`,
	"Australia/Darwin": `
		tio stadium, marrara, traeger park, gardens oval`,
};

const ZONE_BY_GROUND = Object.entries(GROUNDS_BY_ZONE).flatMap(([zone, names]) =>
	names.split(",").map((name) => [name.trim(), zone] as const),
);

/** Finds the time zone of a ground by any of its sponsored names; null for an unknown ground. */
export function findTimeZoneOfGround(venue: string): string | null {
	const normalized = venue.toLowerCase().replaceAll(/[^a-z\d ]/g, "");
	return ZONE_BY_GROUND.find(([name]) => ` ${normalized} `.includes(` ${name}`))?.[1] ?? null;
}
