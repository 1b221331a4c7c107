import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Line, PlayerStatus } from "@first-bounce/rules/player";
import { getSquadStatus, hasBye, listExpectedMatches, type Round } from "@first-bounce/rules/round/round";
import type { TFunction } from "i18next";
import type { Season } from "../api/season-model.ts";
import { formatColumnAverage, formatMoney, formatPoints, PERCENT_SIGN } from "../i18n/format.ts";

export const POOL_STATS = ["avgPoints", "cost", "selections", "totalPoints", "roundPoints"] as const;
export type PoolStat = (typeof POOL_STATS)[number];

/** A match of her squad in the round. */
export interface Fixture {
	readonly matchId: number;
	readonly isComplete: boolean;
	readonly isPlayerHome: boolean;
	readonly opponentId: number;
	readonly homeSquad: string;
	readonly awaySquad: string;
	/** Season time in milliseconds. */
	readonly startsAt: number;
}

/** Whether she has a score this season. A match in play counts, although `gamesPlayed` does not include it yet. */
export const hasScored = ({ stats }: Pick<PlayerEntry, "stats">): boolean => Object.keys(stats.scores).length > 0;

export function getStatValue(player: PlayerEntry, stat: PoolStat): number | null {
	const { stats } = player;
	if (stat === "cost") return player.cost;
	if (stat === "selections") return player.selections;
	if (stat === "avgPoints") return stats.gamesPlayed === 0 ? null : stats.avgPoints;
	return hasScored(player) ? stats[stat] : null;
}

/** Shown while "% owned" is not published; `StatFigure` adds the reason. */
export const NO_OWNERSHIP = "–";

export const formatOwnership = (selections: number | null): string =>
	selections === null ? NO_OWNERSHIP : formatPoints(selections) + PERCENT_SIGN;

export function formatStat(entry: PlayerEntry, stat: PoolStat): string {
	if (stat === "selections") return formatOwnership(entry.selections);
	const value = getStatValue(entry, stat);
	if (value === null) return "-";
	if (stat === "cost") return formatMoney(value);
	return stat === "avgPoints" ? formatColumnAverage(value) : formatPoints(value);
}

/**
 * Availability describes the current round, so it is null for a complete round. Once her club has played, her status may be
 * about the next round already: only an injury is shown.
 */
export function getAvailability(
	round: Round | undefined,
	{ status, squadId }: Pick<PlayerEntry, "status" | "squadId">,
): PlayerStatus | null {
	if (round?.status === "complete") return null;
	const hasPlayed = round !== undefined && getSquadStatus(squadId, round) === "complete";
	return hasPlayed && status !== "injured" ? null : status;
}

/** Lists her squad's matches of a round. One that is called off is left out, and without another she has a bye. */
export function getFixture(squadId: number, round: Round | undefined, { squads }: Season): readonly Fixture[] {
	const getAbbreviation = (id: number) => squads.get(id)?.abbreviation ?? "";
	return (round ? listExpectedMatches(squadId, round) : []).map((match) => ({
		matchId: match.id,
		isComplete: match.status === "complete",
		isPlayerHome: match.homeSquadId === squadId,
		opponentId: match.homeSquadId === squadId ? match.awaySquadId : match.homeSquadId,
		homeSquad: getAbbreviation(match.homeSquadId),
		awaySquad: getAbbreviation(match.awaySquadId),
		startsAt: match.startsAt,
	}));
}

/** "v GEL" at home, "@DUN" away, both matches in a double week; null on a bye. */
export const formatFixture = (fixture: readonly Fixture[]): string | null =>
	fixture.length === 0
		? null
		: fixture.map((match) => (match.isPlayerHome ? `v ${match.awaySquad}` : `@${match.homeSquad}`)).join(" ");

/** "ADE v BL" at home, "ADE @BL" away, both matches in a double week, "BYE" without a match. */
export function formatMatchup(abbreviation: string, fixture: readonly Fixture[], bye: string): string {
	return fixture.length === 0 ? bye : `${abbreviation} ${formatFixture(fixture)}`;
}

/** The next matches of her squad that are not complete, empty for a bye; null after the last round. */
export function findNextFixture({ squadId }: Pick<PlayerEntry, "squadId">, season: Season): readonly Fixture[] | null {
	const nextRound = season.rounds.find(
		(round) => round.status !== "complete" && (hasBye(squadId, round) || getSquadStatus(squadId, round) !== "complete"),
	);
	return nextRound ? getFixture(squadId, nextRound, season).filter(({ isComplete }) => !isComplete) : null;
}

/** Marks a gain or a loss, for styles. */
export const getDirection = (change: number): "up" | "down" | undefined =>
	change > 0 ? "up" : change < 0 ? "down" : undefined;

export const isFirstRoundComplete = ({ rounds }: Season): boolean => rounds[0]?.status === "complete";

export const getFullName = ({ firstName, lastName }: Pick<PlayerEntry, "firstName" | "lastName">): string =>
	`${firstName} ${lastName}`;

/** A player's positions with their short names: "MID/FWD". */
export const formatPositions = (positions: readonly Line[], t: TFunction): string =>
	positions.map((line) => t(`line.${line}`)).join("/");

/** Age in whole years; null for a birthday that is missing, 0 or invalid. */
export function computeAge(birthday: string | number | null, now: number): number | null {
	const match = typeof birthday === "string" ? /^(\d{4})-(\d\d)-(\d\d)/.exec(birthday) : null;
	if (!match) return null;
	const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
	if (year === 0 || month === 0 || day === 0) return null;
	const today = new Date(now);
	const elapsed = [today.getMonth() + 1 - month, today.getDate() - day].find((difference) => difference !== 0) ?? 0;
	return today.getFullYear() - year - (elapsed < 0 ? 1 : 0);
}
