import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { enterDraft as enterCall } from "@first-bounce/contract/draft/draft-process";
import type { Language } from "@first-bounce/contract/languages";
import { createPlayerCheck } from "@first-bounce/rules/draft/check-pick";
import type { DraftPick } from "@first-bounce/rules/draft/draft-board";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type ErrorData, formatErrorMessage } from "../../../i18n/error-messages.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { completeDraft } from "./complete.ts";
import { listDraftPlayers } from "./draft-players.ts";
import { deletePicks, insertPicks } from "./queries.ts";
import {
	type DraftServices,
	type LockedDraft,
	loadRoom,
	type Room,
	requireNotStarted,
	saveChange,
	withDraftToRun,
} from "./room.ts";

type Entry = SuccessOf<typeof enterCall>;
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

/** Compares names regardless of case, spaces, accents and apostrophes. */
const getKey = (text: string): string =>
	text
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/[\p{M}\s.'’-]/gu, "");

/** Splits a line of CSV or of cells pasted from a table. */
function splitLine(text: string): string[] {
	const separator = text.includes("\t") ? "\t" : text.includes(";") ? ";" : ",";
	return text.split(separator).map((cell) =>
		cell
			.trim()
			.replace(/^"(.*)"$/, "$1")
			.replaceAll('""', '"'),
	);
}

function findTeam(text: string, { seats }: Room): TeamId | null {
	const byId = seats.find(({ team_id }) => String(team_id) === text);
	const key = getKey(text);
	const named = seats.filter(({ name, team_name }) => getKey(name ?? team_name ?? "") === key);
	return byId?.team_id ?? (named.length === 1 ? (named[0]?.team_id ?? null) : null);
}

function findPlayers(text: string, season: SeasonSnapshot, pool: ReadonlySet<PlayerId>): PlayerId[] {
	if (/^\d+$/.test(text)) return pool.has(Number(text)) ? [Number(text)] : [];
	const key = getKey(text);
	return [...season.players.values()]
		.filter(({ id, firstName, lastName }) => pool.has(id) && getKey(firstName + lastName) === key)
		.map(({ id }) => id);
}

/** Reads the picks of a draft line by line; every line with an error is reported. */
function readPicks(
	csv: string,
	{ season, room }: LockedDraft,
): { readonly picks: EnteredPick[]; readonly errors: EntryError[] } {
	const pool = new Set(listDraftPlayers(season, []).map(({ id }) => id));
	const picks: EnteredPick[] = [];
	const errors: EntryError[] = [];
	for (const [index, text] of csv.split(/\r?\n/).entries()) {
		const line = index + 1;
		if (text.trim() === "" || (index === 0 && /^\W*team\W/i.test(text))) continue;
		const [teamText = "", playerText = ""] = splitLine(text);
		if (teamText === "" || playerText === "") {
			errors.push({ line, code: "draft-entry-columns" });
			continue;
		}
		const teamId = findTeam(teamText, room);
		const [playerId, ...others] = findPlayers(playerText, season, pool);
		const earlier = picks.find((pick) => pick.playerId === playerId);
		if (teamId === null) errors.push({ line, code: "draft-entry-team", data: { text: teamText.slice(0, 60) } });
		if (playerId === undefined)
			errors.push({ line, code: "draft-entry-player", data: { text: playerText.slice(0, 60) } });
		else if (others.length > 0)
			errors.push({ line, code: "draft-entry-ambiguous", data: { ids: [playerId, ...others].join(", ") } });
		else if (earlier) errors.push({ line, code: "draft-entry-twice", data: { line: earlier.line } });
		else if (teamId !== null) picks.push({ line, teamId, playerId });
	}
	return { picks, errors };
}

/** Checks entered picks one after the other by the rules of any draft, and that every squad is full at the end. */
function checkPicks(entered: readonly EnteredPick[], { season, room }: LockedDraft): EntryError[] {
	const { squad } = room.draft;
	const rounds = getSquadSize(squad);
	const expected = rounds * room.seats.length;
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
	const players = listDraftPlayers(season, []);
	const byId = new Map(players.map((player) => [player.id, player]));
	const picks: DraftPick[] = buildPicks(entered).map((pick) => ({ ...pick, playerId: null }));
	for (const { line, teamId, playerId } of entered) {
		const player = byId.get(playerId);
		const problem = player && createPlayerCheck({ picks, players, rules: squad }, teamId)(player);
		if (problem) return [{ line, code: `draft-${problem}` }];
		const index = picks.findIndex((pick) => pick.playerId === null);
		const pick = picks[index];
		if (pick) picks[index] = { ...pick, playerId };
	}
	return [];
}

/** Numbers entered picks in their order; rounds are of as many picks as there are teams. */
function buildPicks(entered: readonly EnteredPick[]): DraftPick[] {
	const teams = new Set(entered.map(({ teamId }) => teamId)).size;
	return entered.map(({ teamId, playerId }, index) => ({
		overall: index + 1,
		round: Math.floor(index / teams) + 1,
		originalTeamId: teamId,
		teamId,
		playerId,
		isSkipped: false,
	}));
}

async function saveEntry(locked: LockedDraft, userId: UserId, entered: readonly EnteredPick[]): Promise<number> {
	const { trx, league, room, wallNow } = locked;
	const version = room.draft.version + 1;
	const order = [...new Set(entered.map(({ teamId }) => teamId))];
	await deletePicks(trx, league.id);
	await insertPicks(
		trx,
		buildPicks(entered).map(({ overall, round, originalTeamId, teamId, playerId }) => ({
			league_id: league.id,
			overall,
			round,
			original_team_id: originalTeamId,
			team_id: teamId,
			player_id: playerId,
			made_at: new Date(wallNow),
			made_by: "commissioner" as const,
			request_key: null,
			projected_points: null,
			projected_rank: null,
			version,
		})),
	);
	await saveChange(locked, {
		draft: { whole_version: version, team_order: order, order_method: "manual" },
		log: [{ action: "entered", userId, data: { count: entered.length } }],
	});
	const after = await completeDraft({ ...locked, room: await loadRoom(trx, league.id) });
	return after.draft.version;
}

/** Enters a draft that was held elsewhere. Nothing is saved if a line has an error. */
export const enterDraft = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ csv, isPreview = false, language }: BodyOf<typeof enterCall> & { readonly language: Language },
): Promise<Entry> =>
	withDraftToRun(services, leagueId, userId, async (locked) => {
		const { league, room } = locked;
		requireNotStarted(room.draft);
		const missing = league.size - room.seats.length;
		if (missing > 0) throw refuse(409, "draft-teams-missing", { count: missing });
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
	});
