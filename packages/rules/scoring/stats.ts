interface StatDefinition {
	/** The column of the table `stat_lines` and of a season folder's stats.csv. */
	readonly column: string;
	/** The field of the official stats API, and the column of fitzRoy's files. */
	readonly aflName: string;
	/** Points per unit, unless the season's file gives another weight. */
	readonly points: number;
	/** Far more than any player has had in a match. A higher count is an error of the stats provider. */
	readonly maxPerMatch: number;
	/** May be left out of files, payloads and pasted rows, and is 0 then; for stats added after the first release. */
	readonly isOptional?: boolean;
}

/**
 * The counted stats of a match, in the order of the stats tables. Table types, CSV columns, providers, the contract,
 * the generator and the screens derive from this list (CONTRIBUTING.md, "Add a stat").
 */
const DEFINITIONS = {
	K: { column: "kicks", aflName: "kicks", points: 3, maxPerMatch: 60 },
	H: { column: "handballs", aflName: "handballs", points: 3, maxPerMatch: 60 },
	M: { column: "marks", aflName: "marks", points: 3, maxPerMatch: 30 },
	T: { column: "tackles", aflName: "tackles", points: 4, maxPerMatch: 40 },
	FF: { column: "frees_for", aflName: "freesFor", points: 1, maxPerMatch: 20 },
	FA: { column: "frees_against", aflName: "freesAgainst", points: -3, maxPerMatch: 20 },
	HO: { column: "hitouts", aflName: "hitouts", points: 1, maxPerMatch: 100 },
	G: { column: "goals", aflName: "goals", points: 6, maxPerMatch: 15 },
	B: { column: "behinds", aflName: "behinds", points: 1, maxPerMatch: 15 },
} as const satisfies Readonly<Record<string, StatDefinition>>;

export type StatKey = keyof typeof DEFINITIONS;
export type StatColumn = (typeof DEFINITIONS)[StatKey]["column"];

export const STATS: Readonly<Record<StatKey, StatDefinition>> = DEFINITIONS;
export const STAT_KEYS = Object.keys(DEFINITIONS) as readonly StatKey[];

export const isStatKey = (key: string): key is StatKey => Object.hasOwn(STATS, key);

/** Counts of one player in one match; `TOG` is time on ground in percent, 0 to 100. It never scores. */
export interface StatLine extends Readonly<Record<StatKey, number>> {
	readonly TOG: number;
	/** Other scored stats that a season declares in its rules, by their key. */
	readonly other?: Readonly<Record<string, number>>;
}

export const mapStats = <Value>(getValue: (key: StatKey) => Value): Record<StatKey, Value> =>
	Object.fromEntries(STAT_KEYS.map((key) => [key, getValue(key)])) as Record<StatKey, Value>;

/** How often a stat was counted, also one that only this season scores. */
export const countStat = (line: StatLine, key: string): number =>
	isStatKey(key) ? line[key] : (line.other?.[key] ?? 0);

export const EMPTY_STAT_LINE: StatLine = { ...mapStats(() => 0), TOG: 0 };
