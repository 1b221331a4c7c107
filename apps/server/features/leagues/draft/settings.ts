import { isDeepStrictEqual } from "node:util";
import type { BodyOf } from "@first-bounce/contract/call";
import type {
	changeDraftClock,
	changeDraftSettings,
	scheduleDraft as scheduleCall,
	setDraftOrder,
} from "@first-bounce/contract/draft/draft-process";
import {
	type DraftSettings,
	draftSettings,
	isPickTurnTime,
	type NewDraftSettings,
	newDraftSettings,
} from "@first-bounce/contract/draft/draft-settings";
import { orderByLastLadder } from "@first-bounce/rules/draft/draft-order";
import { getSquadPreset, MAX_DRAFT_TEAMS, MIN_DRAFT_TEAMS } from "@first-bounce/rules/draft/squad-rules";
import { TRADE_REVIEW_HOURS } from "@first-bounce/rules/draft/trade-review";
import { getDefaultTradeDeadline, type LeagueRounds, renewTradeDeadline } from "@first-bounce/rules/draft/trades";
import { createDrawKey, orderByDraw } from "@first-bounce/rules/draws/draw";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createRandom, createSeed, sha256 } from "../draw-seed.ts";
import { postScheduledCard } from "./draft-cards.ts";
import { findUpcomingRound } from "./draft-players.ts";
import { buildFormatColumns, convertBetweenSeasons, FORMAT_SETTINGS } from "./keepers/convert-league.ts";
import { requireTimeToChoose } from "./keepers/keeper-deadline.ts";
import { listLastLadder } from "./last-ladder.ts";
import { type DraftRow, insertDraft, wasRescheduledLate } from "./queries.ts";
import {
	defineCommissionerAction,
	type LockedDraft,
	requireInProgress,
	requireNotStarted,
	saveChange,
} from "./room.ts";

/** Refuses a number of teams that a draft league cannot have. */
export function requireDraftSize(size: number): void {
	if (size < MIN_DRAFT_TEAMS || size > MAX_DRAFT_TEAMS)
		throw refuse(422, "draft-league-size", { least: MIN_DRAFT_TEAMS, most: MAX_DRAFT_TEAMS });
}

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

type Clock = Pick<NewDraftSettings, "clock" | "pickTurnTime" | "nightPause">;
const buildClockColumns = ({ clock, pickTurnTime, nightPause }: Clock) => ({
	clock,
	pick_seconds: pickTurnTime,
	night_from: nightPause && parseMinutes(nightPause.from),
	night_to: nightPause && parseMinutes(nightPause.to),
});

/**
 * Builds the columns of settings, except the start of the draft. A trade deadline after the last round, as it may come from a longer
 * former season, becomes null.
 */
const buildSettingsColumns = (settings: DraftSettings, lastRound: RoundId) => ({
	kind: settings.draftType,
	...buildClockColumns(settings),
	time_zone: settings.timeZone,
	squad: JSON.stringify(settings.squad),
	captain_doubled: settings.captainDoubled,
	waiver_priority: settings.waiverPriority,
	trade_review: settings.tradeReview,
	trade_review_hours: settings.tradeReviewHours,
	trade_deadline_round_id:
		settings.tradeDeadline !== null && settings.tradeDeadline <= lastRound ? settings.tradeDeadline : null,
	protects_best: settings.protectsBest,
	has_injured_place: settings.hasInjuredPlace,
	...buildFormatColumns(settings),
});

/** Refuses a start that has passed. */
export function requireFutureStart(draftStart: string | null, wallNow: number): Date | null {
	const at = draftStart === null ? null : new Date(draftStart);
	if (at && at.getTime() <= wallNow) throw refuse(422, "draft-schedule-past");
	return at;
}

/** Refuses a trade deadline before a league's start, with which nobody could ever trade. */
export function requireTimeToTrade(tradeDeadline: RoundId | null | undefined, startId: RoundId): void {
	if (typeof tradeDeadline === "number" && tradeDeadline < startId) throw refuse(422, "draft-trade-deadline-early");
}

/** Creates the draft of a new league. */
export async function createDraft(
	trx: Transaction<Tables>,
	leagueId: number,
	size: number,
	{
		settings,
		wallNow,
		rounds,
	}: {
		readonly settings: NewDraftSettings;
		readonly wallNow: number;
		readonly rounds: LeagueRounds;
	},
): Promise<void> {
	const startsAt = requireFutureStart(settings.draftStart, wallNow);
	const { tradeDeadline = getDefaultTradeDeadline(rounds), squad = getSquadPreset(size) } = settings;
	await insertDraft(trx, {
		league_id: leagueId,
		state: startsAt ? "scheduled" : "setup",
		...buildSettingsColumns({ ...settings, tradeDeadline, squad }, rounds.last),
		starts_at: startsAt,
		due_at: startsAt,
		...createSeed(),
	});
}

const formatMinutes = (minutes: number): string =>
	`${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Builds a draft's settings as the API names them. */
export const buildDraftSettings = ({ draft }: Pick<LockedDraft["room"], "draft">) => ({
	draftType: draft.kind,
	clock: draft.clock,
	pickTurnTime: draft.pick_seconds,
	nightPause:
		draft.night_from === null || draft.night_to === null
			? null
			: { from: formatMinutes(draft.night_from), to: formatMinutes(draft.night_to) },
	timeZone: draft.time_zone,
	draftStart: draft.starts_at?.toISOString() ?? null,
	captainDoubled: draft.captain_doubled,
	squad: draft.squad,
	waiverPriority: draft.waiver_priority,
	tradeReview: draft.trade_review,
	// The column has only these values, but its type is `number`.
	tradeReviewHours: TRADE_REVIEW_HOURS.find((hours) => hours === draft.trade_review_hours) ?? 24,
	tradeDeadline: draft.trade_deadline_round_id,
	protectsBest: draft.protects_best,
	hasInjuredPlace: draft.has_injured_place,
	format: draft.format,
	maxKeepers: draft.max_keepers,
	maxKeeperYears: draft.max_keeper_years,
	minDelists: draft.min_delists,
});

/** Creates the draft of a continued league, with the same settings but a date of its own. */
export async function copyDraft(
	trx: Transaction<Tables>,
	draft: DraftRow,
	{ leagueId, ended, rounds }: { readonly leagueId: number } & Record<"ended" | "rounds", LeagueRounds>,
): Promise<void> {
	const tradeDeadline = renewTradeDeadline(draft.trade_deadline_round_id, ended, rounds);
	const settings = newDraftSettings.parse({ ...buildDraftSettings({ draft }), draftStart: null, tradeDeadline });
	await createDraft(trx, leagueId, 0, { settings, wallNow: 0, rounds });
}

/** Changes the settings of a draft that has not started; once the season is over, only how the squads are continued. */
export const updateDraftSettings = defineCommissionerAction(
	async (locked, userId, body: BodyOf<typeof changeDraftSettings>) => {
		const { draft } = locked.room;
		const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
		const before = buildDraftSettings(locked.room);
		const settings = draftSettings.parse({ ...before, ...given });
		const isConverted = settings.format !== draft.format;
		const data = { format: settings.format };
		const conversion = isConverted ? [{ action: "converted" as const, userId, data }] : [];
		if (draft.state === "complete" && Object.keys(given).every((key) => FORMAT_SETTINGS.includes(key)))
			return convertBetweenSeasons(locked, settings, conversion);
		requireNotStarted(draft);
		if (!isPickTurnTime(settings)) throw refuse(422, "draft-pick-turn-time");
		if (isConverted && draft.keepers_closed_at) throw refuse(409, "keepers-closed");
		if (isConverted) requireTimeToChoose({ ...draft, format: settings.format }, locked.room.seats, locked.wallNow);
		const changed = draftSettings.keyof().options.filter((name) => !isDeepStrictEqual(settings[name], before[name]));
		const { league, season, now } = locked;
		if (changed.includes("tradeDeadline"))
			requireTimeToTrade(settings.tradeDeadline, Math.max(league.start_id, findUpcomingRound(season, now) ?? 0));
		await saveChange(locked, {
			draft: buildSettingsColumns(settings, season.rules.lastRound),
			log: [
				...(changed.length === 0 ? [] : [{ action: "settings" as const, userId, data: { settings: changed } }]),
				...conversion,
			],
		});
	},
);

/** Changes the clock of a draft: while it is live, from the next pick on. */
export const updateClock = defineCommissionerAction(async (locked, userId, clock: BodyOf<typeof changeDraftClock>) => {
	const { draft } = locked.room;
	if (draft.state === "complete") requireInProgress(draft);
	const changes = buildClockColumns(clock);
	// A paused pick keeps its remaining time, but no more than the new clock allows.
	const left_ms = draft.left_ms === null ? null : Math.min(draft.left_ms, clock.pickTurnTime * 1_000);
	const after = await saveChange(locked, { draft: { ...changes, left_ms }, log: [{ action: "clock", userId }] });
	return after.draft.version;
});

const isLastHour = ({ room: { draft }, wallNow }: LockedDraft): boolean =>
	draft.starts_at !== null && wallNow > draft.starts_at.getTime() - HOUR_MS;

/** Sets the time at which a draft starts by itself; null removes it. */
export const scheduleDraft = defineCommissionerAction(
	async (locked, userId, { draftStart }: BodyOf<typeof scheduleCall>) => {
		requireNotStarted(locked.room.draft);
		const startsAt = requireFutureStart(draftStart, locked.wallNow);
		requireTimeToChoose({ ...locked.room.draft, starts_at: startsAt }, locked.room.seats, locked.wallNow);
		const state = startsAt ? "scheduled" : "setup";
		const data = isLastHour(locked) ? { isLate: true } : {};
		await saveChange(locked, { draft: { state, starts_at: startsAt }, log: [{ action: "scheduled", userId, data }] });
		await postScheduledCard(locked, startsAt);
	},
);

/**
 * Draws an order that anyone can recompute: the seed's hash was public before, and `moment` is random (docs/game-rules.md#draws).
 * The next draw gets a new seed.
 */
export function drawOrder({ draft, seats }: LockedDraft["room"]) {
	const moment = createRandom();
	const teamIds = seats.map(({ team_id }) => team_id).sort((a, b) => a - b);
	const key = createDrawKey({ seed: draft.seed, moment, entrants: teamIds }, sha256);
	return {
		team_order: orderByDraw(teamIds, key, sha256),
		order_method: "draw" as const,
		drawn_seed: draft.seed,
		moment,
		drawn_team_ids: teamIds,
		...createSeed(),
	};
}

const isSameSet = (a: readonly TeamId[], b: readonly TeamId[]): boolean =>
	a.length === b.length && new Set(a).size === a.length && a.every((id) => b.includes(id));

/**
 * Refuses to draw an order again in the last hour before the draft, even if the date was moved within it, so that nobody draws
 * until she likes the order. An order that no longer matches the teams may always be drawn, as the draft cannot start with it.
 */
async function requireDrawable(locked: LockedDraft): Promise<void> {
	const { trx, league, room, wallNow } = locked;
	const teamIds = room.seats.map(({ team_id }) => team_id);
	if (room.draft.team_order === null || !isSameSet(room.draft.team_order, teamIds)) return;
	if (isLastHour(locked) || (await wasRescheduledLate(trx, league.id, new Date(wallNow - HOUR_MS))))
		throw refuse(409, "draft-order-last-hour");
}

/** Sets the order of the first round. */
export const setOrder = defineCommissionerAction(async (locked, userId, order: BodyOf<typeof setDraftOrder>) => {
	const { trx, league, season, room } = locked;
	requireNotStarted(room.draft);
	const teamIds = room.seats.map(({ team_id }) => team_id);
	if (order.method === "manual") {
		if (!isSameSet(order.teamIds, teamIds)) throw refuse(422, "draft-order-teams");
		const draft = { team_order: [...order.teamIds], order_method: "manual" as const };
		return void (await saveChange(locked, { draft, log: [{ action: "order-set", userId }] }));
	}
	await requireDrawable(locked);
	const drawn = drawOrder(room);
	if (order.method === "draw")
		return void (await saveChange(locked, { draft: drawn, log: [{ action: "order-drawn", userId }] }));
	const ladder = (await listLastLadder(trx, season, league)).filter((id) => teamIds.includes(id));
	if (ladder.length === 0) throw refuse(409, "draft-no-last-ladder");
	const newcomers = drawn.team_order.filter((id) => !ladder.includes(id));
	// Newcomers come in drawn order, so the inputs of the draw are public here too.
	const draft = { ...drawn, team_order: orderByLastLadder(ladder, newcomers), order_method: "last-ladder" as const };
	await saveChange(locked, { draft, log: [{ action: "order-set", userId }] });
});
