import path from "node:path";
import { id as idSchema } from "@first-bounce/contract/fields";
import {
	applyDefaultRules,
	DEFAULT_SEASON_RULES,
	type SeasonRules,
} from "@first-bounce/rules/season-rules/season-rules";
import { z } from "zod";
import type { ProblemList } from "../csv/problem-list.ts";
import { readText } from "../csv/read-text.ts";
import { givenRulesSchema, listRulesProblems } from "./check-season-rules.ts";

const FILE = "season.json";

const seasonFileSchema = givenRulesSchema.extend({
	id: idSchema,
	name: z.string().trim().min(1).max(120),
});

interface SeasonFile {
	readonly id: number;
	readonly name: string;
	/** The rules, in which the last round is the file's or else that of rounds.csv. */
	readonly rules: SeasonRules;
	/** Null if the file does not set it. */
	readonly lastRound: number | null;
}

interface ReadSeasonFile {
	/** The season's id, even if the file has problems; null if it has none. */
	readonly id: number | null;
	/** Null if the file has problems. */
	readonly file: SeasonFile | null;
}

/**
 * Reads season.json, which has the season's id, its name and the rules that differ from the defaults.
 *
 * @param lastHomeAndAwayRound the last valid home-and-away round of rounds.csv; the default if undefined
 */
export async function readSeasonFile(
	folder: string,
	lastHomeAndAwayRound: number | undefined,
	problems: ProblemList,
): Promise<ReadSeasonFile> {
	const countBefore = problems.list.length;
	const text = await readText(path.join(folder, FILE), problems);
	if (text === null) {
		if (problems.list.length === countBefore) problems.add(FILE, null, "is missing");
		return { id: null, file: null };
	}
	let json: unknown;
	try {
		json = JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		problems.add(FILE, null, `is not JSON: ${error instanceof Error ? error.message : error}`);
		return { id: null, file: null };
	}
	const id = z.object({ id: idSchema }).safeParse(json).data?.id ?? null;
	const parsed = seasonFileSchema.safeParse(json);
	if (!parsed.success) {
		for (const { path: issuePath, message } of parsed.error.issues) {
			problems.add(
				FILE,
				findLineOfKey(text, issuePath[0]),
				`${issuePath.length > 0 ? `${issuePath.join(".")}: ` : ""}${message}`,
			);
		}
		return { id, file: null };
	}
	const { id: seasonId, name, lastRound = null, ...given } = parsed.data;
	const rules = applyDefaultRules({
		...given,
		lastRound: lastRound ?? lastHomeAndAwayRound ?? DEFAULT_SEASON_RULES.lastRound,
	});
	const rulesProblems = listRulesProblems(rules);
	for (const { at, message } of rulesProblems)
		problems.add(FILE, findLineOfKey(text, at.split(".")[0]), `${at} ${message}`);
	return { id, file: rulesProblems.length > 0 ? null : { id: seasonId, name, rules, lastRound } };
}

function findLineOfKey(text: string, key: PropertyKey | undefined): number | null {
	const lines = text.split("\n");
	const index = lines.findIndex((line) => line.includes(`"${String(key)}"`));
	return index < 0 ? null : index + 1;
}
