import type { BodyOf } from "@first-bounce/contract/call";
import type { enterDraft as enterCall } from "@first-bounce/contract/draft/draft-process";
import type { Language } from "@first-bounce/contract/languages";
import { splitTable } from "@first-bounce/contract/operator/text-table";
import { countPlaced } from "@first-bounce/rules/draft/complete-squads";
import { getNameKey } from "@first-bounce/rules/draft/match-people";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type ErrorData, formatErrorMessage } from "../../../i18n/error-messages.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { completeDraft } from "./complete.ts";
import { findDraftPlayer, findUpcomingRound, listDraftPlayers } from "./draft-players.ts";
import { closeKeepers, listKeeperProblems } from "./keepers/close-keepers.ts";
import { isContinued } from "./keepers/keeper-deadline.ts";
import { loadKeepers } from "./keepers/load-keepers.ts";
import { deletePicks, insertPicks } from "./queries.ts";
import { defineCommissionerAction, type LockedDraft, loadRoom, requireNotStarted, saveChange } from "./room.ts";
import { refuseProblems } from "./start-draft.ts";

type EntryCode = Parameters<typeof formatErrorMessage>[1];
interface EntryError {
	readonly line: number;
	readonly code: EntryCode;
	readonly data?: ErrorData;
}
interface EnteredPick {
	readonly line: number;
	readonly teamId: TeamId;
	readonly playerId: PlayerId;
}

/** Returns functions that find teams and players by what was entered, an id or a name. */
function createSearch({ season, room: { seats } }: LockedDraft) {
	const pool = listDraftPlayers(season, []).flatMap(({ id }) => season.players.get(id) ?? []);
	const teamsByName = Map.groupBy(seats, ({ name, team_name }) => getNameKey(name ?? team_name ?? ""));
	const playersByName = Map.groupBy(pool, ({ firstName, lastName }) => getNameKey(firstName + lastName));
	return {
		findTeam: (text: string): TeamId | null => {
			const [named, ...others] = teamsByName.get(getNameKey(text)) ?? [];
			const seat = seats.find(({ team_id }) => String(team_id) === text) ?? (others.length === 0 ? named : undefined);
			return seat?.team_id ?? null;
		},
		findPlayers: (text: string): readonly PlayerId[] => {
			const isId = /^\d+$/.test(text);
			const found = isId ? pool.filter(({ id }) => id === Number(text)) : playersByName.get(getNameKey(text));
			return (found ?? []).map(({ id }) => id);
		},
	};
}

const countExpectedPicks = ({ room: { draft, seats } }: LockedDraft): number =>
	getSquadSize(draft.squad) * seats.length;

/** Reads the picks of a draft line by line; every line with an error is reported. */
function readPicks(csv: string, locked: LockedDraft): { picks: EnteredPick[]; errors: EntryError[] } {
	const { findTeam, findPlayers } = createSearch(locked);
	// The first pick may be that of a team whose name begins like a heading.
	const isHeading = ([team = "", player = ""]: readonly string[]) =>
		/^(team|equipe)/.test(getNameKey(team)) && findTeam(team) === null && findPlayers(player).length === 0;
	const rows = splitTable(csv).rows.filter(({ cells }, index) => index > 0 || !isHeading(cells));
	const expected = countExpectedPicks(locked);
	if (rows.length > expected)
		return { picks: [], errors: [{ line: 0, code: "draft-entry-count", data: { expected, count: rows.length } }] };
	const linesByPlayer = new Map<PlayerId, number>();
	const picks: EnteredPick[] = [];
	const errors: EntryError[] = [];
	for (const { line, cells } of rows) {
		const [teamText = "", playerText = ""] = cells;
		if (teamText === "" || playerText === "") {
			errors.push({ line, code: "draft-entry-columns" });
			continue;
		}
		const teamId = findTeam(teamText);
		const [playerId, ...others] = findPlayers(playerText);
		const earlier = playerId === undefined ? undefined : linesByPlayer.get(playerId);
		if (teamId === null) errors.push({ line, code: "draft-entry-team", data: { text: teamText.slice(0, 60) } });
		if (playerId === undefined)
			errors.push({ line, code: "draft-entry-player", data: { text: playerText.slice(0, 60) } });
		else if (others.length > 0)
			errors.push({ line, code: "draft-entry-ambiguous", data: { ids: [playerId, ...others].join(", ") } });
		else if (earlier !== undefined) errors.push({ line, code: "draft-entry-twice", data: { line: earlier } });
		else if (teamId !== null) {
			picks.push({ line, teamId, playerId });
			linesByPlayer.set(playerId, line);
		}
	}
	return { picks, errors };
}

/**
 * Checks that every squad is full at the end, each player with a place. Then every pick was legal too, because the squads show
 * how the others could be completed after it.
 */
function checkPicks(entered: readonly EnteredPick[], locked: LockedDraft): EntryError[] {
	const { season, room } = locked;
	const { squad } = room.draft;
	const rounds = getSquadSize(squad);
	const expected = countExpectedPicks(locked);
	if (entered.length !== expected)
		return [{ line: 0, code: "draft-entry-count", data: { expected, count: entered.length } }];
	const counts = room.seats.map((seat) => ({
		text: seat.name ?? seat.team_name ?? String(seat.team_id),
		count: entered.filter(({ teamId }) => teamId === seat.team_id).length,
	}));
	const uneven = counts.filter(({ count }) => count !== rounds);
	if (uneven.length > 0)
		return uneven.map(({ text, count }) => ({
			line: 0,
			code: "draft-entry-team-count",
			data: { expected: rounds, count, text },
		}));
	return room.seats.flatMap((seat): EntryError[] => {
		const own = entered.filter(({ teamId }) => teamId === seat.team_id);
		const players = own.flatMap(({ playerId }) => findDraftPlayer(season, playerId) ?? []);
		if (countPlaced(players, squad) === rounds) return [];
		const first = players.findIndex((_, index) => countPlaced(players.slice(0, index + 1), squad) <= index);
		return [{ line: own[first]?.line ?? 0, code: "draft-position-full" }];
	});
}

/** Returns a lookup of the years in a row for which a team has kept a player, this one included; 0 for one it has not kept. */
async function createKeptYears({ trx, season, room }: LockedDraft): Promise<(pick: EnteredPick) => number> {
	if (!isContinued(room.draft, room.seats)) return () => 0;
	const { getTeam } = await loadKeepers(trx, room, season);
	return ({ teamId, playerId }) => {
		const isKept = room.seats.some(({ team_id, keepers }) => team_id === teamId && keepers?.includes(playerId));
		const carried = getTeam(teamId).squad.find((player) => player.playerId === playerId);
		return isKept && carried ? carried.yearsKept + 1 : 0;
	};
}

/** Ends the choice of keepers. All managers stay, because whoever has a team in the draft plays, even if she has not confirmed. */
async function endChoice(locked: LockedDraft): Promise<LockedDraft> {
	const { draft, seats } = locked.room;
	if (!isContinued(draft, seats)) return locked;
	const confirmed = seats.map(({ team_id: teamId }) => ({ teamId, changes: { is_confirmed: true } }));
	const room = await saveChange(locked, { seats: confirmed, log: [] });
	return { ...locked, room: await closeKeepers({ ...locked, room }) };
}

/** Saves the picks of a draft after the choice of keepers has ended, and completes it. */
async function saveEntry(before: LockedDraft, userId: UserId, entered: readonly EnteredPick[]): Promise<number> {
	const locked = await endChoice(before);
	const { trx, league, room, wallNow } = locked;
	const getKeptYears = await createKeptYears(locked);
	const version = room.draft.version + 1;
	const order = [...new Set(entered.map(({ teamId }) => teamId))];
	await deletePicks(trx, league.id);
	await insertPicks(
		trx,
		league.id,
		entered.map((pick, index) => {
			const { teamId, playerId } = pick;
			const keptYears = getKeptYears(pick);
			return {
				overall: index + 1,
				round: Math.floor(index / order.length) + 1,
				originalTeamId: teamId,
				teamId,
				playerId,
				isSkipped: false,
				made_at: new Date(wallNow),
				made_by: keptYears > 0 ? "keeper" : "commissioner",
				kept_years: keptYears,
				request_key: null,
				version,
			};
		}),
	);
	await saveChange(locked, {
		draft: { whole_version: version, team_order: order, order_method: "manual" },
		log: [{ action: "entered", userId, data: { count: entered.length } }],
	});
	const after = await completeDraft({ ...locked, room: await loadRoom(trx, league.id) });
	return after.draft.version;
}

/** Enters a draft that was held elsewhere. Nothing is saved if a line has an error. */
export const enterDraft = defineCommissionerAction(
	async (
		locked,
		userId,
		{ csv, isPreview = false, language }: BodyOf<typeof enterCall> & { readonly language: Language },
	) => {
		const { trx, league, season, now, wallNow, room } = locked;
		requireNotStarted(room.draft);
		if (findUpcomingRound(season, now) === null) throw refuse(409, "draft-no-round-left");
		const missing = league.size - room.seats.length;
		if (missing > 0) throw refuse(409, "draft-teams-missing", { count: missing });
		refuseProblems(await listKeeperProblems(trx, room, league, { season, wallNow }));
		const { picks, errors: lineErrors } = readPicks(csv, locked);
		const errors = lineErrors.length > 0 ? lineErrors : checkPicks(picks, locked);
		const isEntered = errors.length === 0 && !isPreview;
		const version = isEntered ? await saveEntry(locked, userId, picks) : room.draft.version;
		return {
			isEntered,
			picks: picks.map(({ teamId, playerId }, index) => ({ overallPick: index + 1, teamId, playerId })),
			errors: errors.map(({ line, code, data }) => ({
				line,
				code,
				message: formatErrorMessage(language, code, data),
			})),
			version,
		};
	},
);
