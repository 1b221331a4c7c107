import { DEFAULT_LANGUAGE, type Language } from "@first-bounce/contract/languages";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import { sumLines } from "@first-bounce/rules/player";
import { MIN_CHANGED_TEAMS, MIN_TEAMS_TO_COUNT } from "@first-bounce/rules/rivals/visible-to-rivals";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { createFactFormats, type FactTree } from "./fact-formats.ts";
import { buildWorkedExamples } from "./worked-examples.ts";

/** Values of a season's rules by the names that help texts use. */
export type Facts = ReadonlyMap<string, string>;

function* flattenFacts(
	tree: FactTree,
	formatNumber: (value: number) => string,
	prefix = "",
): Generator<[string, string]> {
	for (const [name, value] of Object.entries(tree)) {
		if (typeof value === "object") yield* flattenFacts(value, formatNumber, `${prefix}${name}.`);
		else yield [prefix + name, typeof value === "number" ? formatNumber(value) : value];
	}
}

/** Builds the facts that the help mentions from the season's rules. */
export function buildFacts(rules: SeasonRules, language: Language = DEFAULT_LANGUAGE): Facts {
	const formats = createFactFormats(language);
	const { dollars, number } = formats;
	const { h2hSizes, openLimit, premiershipPoints } = rules.leagues;
	return new Map(
		flattenFacts(
			{
				squadSize: listSlots(rules).length,
				fieldCount: sumLines(rules.field),
				field: rules.field,
				bench: rules.bench,
				emergencies: rules.emergencies,
				salaryCap: dollars(rules.salaryCap),
				floorPrice: dollars(rules.floorPrice),
				priceStep: dollars(rules.priceStep),
				points: rules.scoring,
				captainFactor: rules.captainFactor,
				captainTimes: formats.times(rules.captainFactor),
				singleWeekMatches: rules.singleWeekMatches,
				trades: formats.trades(rules.trades),
				instructions: { limit: rules.instructions.limit, minutes: rules.instructions.minutesBefore },
				finalAfter: formats.finalAfter(rules.finalAfterMinutes),
				openLimit,
				h2hSizes: formats.range(Math.min(...h2hSizes), Math.max(...h2hSizes)),
				h2h: premiershipPoints,
				ownership: { teams: MIN_TEAMS_TO_COUNT, changes: MIN_CHANGED_TEAMS },
				...buildWorkedExamples(rules, formats),
			},
			number,
		),
	);
}

/** Replaces the placeholders of a text. Throws if a placeholder is unknown. */
export const insertFacts = (text: string, facts: Facts): string =>
	text.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
		const fact = facts.get(name);
		if (fact === undefined) throw new Error(`the placeholder {{${name}}} is unknown`);
		return fact;
	});
