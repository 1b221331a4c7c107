import type { Db } from "../../../db/tables/tables.ts";
import { formatCount } from "../../../i18n/format-count.ts";
import { lockSeason } from "../current/season-version-queries.ts";
import { findSeasonEnd, type SeasonEnd } from "./queries.ts";

/** Locks the current season until the transaction ends, and loads what ends with the season. */
export async function loadSeasonEnd(transaction: Db, seasonId: number): Promise<SeasonEnd> {
	await lockSeason(transaction, seasonId, "exclusive");
	return findSeasonEnd(transaction, seasonId);
}

/** A demo without registered managers is replaced without asking (decision 084). */
export const needsConfirmation = ({ isDemo, managers }: SeasonEnd): boolean => isDemo && managers > 0;

/** "1 manager has a team", "3 managers have teams" */
export const formatManagers = ({ managers }: SeasonEnd): string =>
	managers === 1 ? "1 manager has a team" : `${managers} managers have teams`;

const BACKUP_ADVICE = 'the only way back is a backup made before ("backup --to FILE-OR-FOLDER")';

/** Formats what happens to the season that ends, to its teams and to their managers. */
export function formatSeasonEnd(end: SeasonEnd): string[] {
	const { id, name, isDemo, openRound, rounds } = end;
	const progress =
		openRound === null ? `All ${rounds} rounds are complete.` : `Round ${openRound} of ${rounds} is not complete.`;
	const seasonText = isDemo ? `the demo (season ${id}, ${name})` : `season ${id}, ${name}`;
	return [
		`  This ends ${seasonText}. ${progress}`,
		...(isDemo ? formatDemoEnd(end) : formatClosing(end)).map((line) => `      ${line}`),
	];
}

const formatClosing = ({ teams, leagues }: SeasonEnd): string[] => [
	`${formatCount(teams, "team")} and ${formatCount(leagues, "league")} become read-only, and stay readable at /past-seasons`,
	`this cannot be undone: ${BACKUP_ADVICE}`,
];

function formatDemoEnd(end: SeasonEnd): string[] {
	const { teams, managers, leagues, hasDemoManager, bots, sessions, remainingOperators } = end;
	const owners =
		managers === 0
			? "all of them the demo's own"
			: `${managers} of which ${managers === 1 ? "belongs to a registered manager" : "belong to registered managers"}`;
	const keptText =
		managers === 1
			? "1 registered manager keeps the account and stays signed in, but starts"
			: `${managers} registered managers keep their accounts and stay signed in, but start`;
	const signedOut =
		sessions === 0
			? "nobody is signed in to it"
			: `${formatCount(sessions, "session")} ${sessions === 1 ? "is" : "are"} signed out`;
	return [
		`${formatCount(teams, "team")} (${owners}) and ${formatCount(leagues, "league")} can no longer be played or seen`,
		...(hasDemoManager
			? [`the demo account is deactivated, and ${formatCount(bots, "bot")} with it; ${signedOut}`]
			: []),
		...(managers > 0 ? [`${keptText} the new season without a team`] : []),
		...(remainingOperators === 0 ? ['there will be no operator: add one with "operator add"'] : []),
		'this cannot be undone, not even with "season undo", and the demo cannot be started again with this data',
		BACKUP_ADVICE,
	];
}
