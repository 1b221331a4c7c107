import type { Language } from "@first-bounce/contract/languages";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

/** Nested facts under dotted names: `{ points: { K: "3" } }` is `points.K`. */
export interface FactTree {
	readonly [name: string]: string | number | FactTree;
}

/** How a language writes the numbers of a season, and the few words about them that a rule chooses. */
export interface FactWords {
	readonly number: (value: number) => string;
	readonly dollars: (value: number) => string;
	/** "3 trades a season" */
	readonly trades: (trades: SeasonRules["trades"]) => string;
	/** What follows "once it is published"; empty where nothing is waited for. */
	readonly finalAfter: (minutes: number | null) => string;
	/** How often a captain's points count. */
	readonly times: (factor: number) => string;
	/** From one to another: "2 to 18". */
	readonly upTo: (from: string, to: string) => string;
}

const enWhole = new Intl.NumberFormat("en-AU");
const enNumber = (value: number): string => enWhole.format(value).replace("-", "−");
const en: FactWords = {
	number: enNumber,
	dollars: (value) => `${value < 0 ? "−" : ""}$${enWhole.format(Math.abs(value))}`,
	trades: ({ limit, per }) => `${limit} ${limit === 1 ? "trade" : "trades"} a ${per}`,
	finalAfter: (minutes) => {
		if (minutes === null || minutes === 0) return "";
		return `, ${minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`} after its last match`;
	},
	times: (factor) => (factor === 2 ? "twice" : `${enNumber(factor)} times`),
	upTo: (from, to) => `${from} to ${to}`,
};

const frWhole = new Intl.NumberFormat("fr-FR");
const frNumber = (value: number): string => frWhole.format(value).replace("-", "−");
const fr: FactWords = {
	number: frNumber,
	dollars: (value) => `${frNumber(value)}\u00a0$`,
	trades: ({ limit, per }) =>
		`${limit} ${limit < 2 ? "échange" : "échanges"} par ${per === "round" ? "journée" : "saison"}`,
	finalAfter: (minutes) => {
		if (minutes === null || minutes === 0) return "";
		const hours = minutes / 60;
		const wait = Number.isInteger(hours) ? `${hours} ${hours < 2 ? "heure" : "heures"}` : `${minutes} minutes`;
		return `, ${wait} après son dernier match`;
	},
	times: (factor) => (factor === 2 ? "double" : `${frNumber(factor)} fois`),
	upTo: (from, to) => `${from} à ${to}`,
};

export const FACT_WORDS: Readonly<Record<Language, FactWords>> = { en, fr };
