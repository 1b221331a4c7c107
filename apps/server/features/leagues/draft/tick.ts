import { findActivePick, hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import { findDeadlineAfterOutage } from "@first-bounce/rules/draft/pick-clock";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import pLimit from "p-limit";
import { isUpgrading } from "../../../db/lock-tables.ts";
import { isMigratedByNewer, listMigrationFiles } from "../../../db/migrate.ts";
import { findMaintenance } from "../../../plugins/maintenance.ts";
import { Refusal } from "../../../plugins/refusal.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import { completeDraft } from "./complete.ts";
import { postScheduledCard } from "./draft-cards.ts";
import { closeKeepers } from "./keepers/close-keepers.ts";
import { getKeeperDeadline } from "./keepers/keeper-deadline.ts";
import { buildResumption, resumeDrafts } from "./maintenance.ts";
import { deleteOldMockDrafts } from "./mock-drafts.ts";
import { autopick } from "./picks.ts";
import { findLastTick, listDueDrafts, saveTick, updateDraft } from "./queries.ts";
import {
	type DraftServices,
	getPickClock,
	isPickedAtOnce,
	type LockedDraft,
	notifyOfFailedStart,
	saveChange,
	withLockedDraft,
} from "./room.ts";
import type { LeaderServices } from "./season-work.ts";
import { beginDraft, prepareStart } from "./start-draft.ts";

/** A draft that is later than this is not started, because those who were there in time may have gone. */
const MAX_START_DELAY_MS = 10 * MINUTE_MS;
/** How many drafts are worked on at the same time. */
const limitDrafts = pLimit(4);

/** Starts a draft at its time if nothing prevents it. Otherwise its date is removed, and the room says so. */
async function startAtTime(locked: LockedDraft): Promise<void> {
	const { trx, season, wallNow } = locked;
	const isLate = wallNow - (locked.room.draft.starts_at?.getTime() ?? 0) > MAX_START_DELAY_MS;
	const { problems, room } = isLate ? { problems: [], room: locked.room } : await prepareStart(locked);
	if (!isLate && problems.length === 0) return void (await beginDraft({ ...locked, room }, null));
	const after = await saveChange(
		{ ...locked, room },
		{
			draft: { state: "setup", starts_at: null },
			log: [{ action: "start-failed", userId: null }],
		},
	);
	await notifyOfFailedStart(trx, after, { seasonId: season.seasonId, wallNow });
	await postScheduledCard(locked, null);
}

/** Ends the choice of keepers at its deadline, and starts a draft at its time. */
async function prepareDraft(locked: LockedDraft): Promise<void> {
	const { trx, league, wallNow } = locked;
	const deadline = getKeeperDeadline(locked.room.draft);
	const isOver = deadline !== null && deadline.getTime() <= wallNow;
	const room = isOver ? await closeKeepers(locked) : locked.room;
	const { state, starts_at } = room.draft;
	if (state === "scheduled" && starts_at !== null && starts_at.getTime() <= wallNow)
		return startAtTime({ ...locked, room });
	// The choice cannot end yet, because an operator still has to match players.
	if (room === locked.room) await updateDraft(trx, league.id, { due_at: new Date(wallNow + MINUTE_MS) });
}

/** Does what is due in a draft; nothing if another process was faster. */
async function advanceDraft(locked: LockedDraft, lastTickAt: number): Promise<void> {
	const { room, wallNow } = locked;
	const { draft } = room;
	if (draft.due_at === null || draft.due_at.getTime() > wallNow) return;
	if (!hasDraftStarted(draft.state)) return prepareDraft(locked);
	if (draft.state === "paused") return void (await saveChange(locked, buildResumption(locked, null)));
	const active = findActivePick(room.picks);
	const seat = room.seats.find(({ team_id }) => team_id === active?.teamId);
	if (draft.state === "live" && !active) return void (await completeDraft(locked));
	if (draft.state !== "live" || !active || !seat) return;
	const deadline = draft.deadline_at?.getTime() ?? wallNow;
	const restarted = isPickedAtOnce(seat)
		? null
		: findDeadlineAfterOutage(getPickClock(draft), { deadline, lastTickAt, now: wallNow });
	if (restarted === null) return autopick(locked);
	const data = { teamId: active.teamId, overallPick: active.overall };
	await saveChange(locked, { deadline: restarted, log: [{ action: "restarted", userId: null, data }] });
}

/**
 * Does what is due in all drafts of the season: starts them, picks for robots and for managers whose time is over, and deletes
 * old mock drafts. Safe to run twice and in several processes. The tick is saved after all drafts, so that a process that takes
 * over after a crash still notices the outage.
 */
export async function tickDrafts(services: DraftServices, onError: (error: unknown) => void): Promise<void> {
	const { db, seasons, clocks } = services;
	const now = clocks.wallNow();
	const { seasonId } = seasons.current();
	const lastTickAt = (await findLastTick(db)) ?? 0;
	const advance = (leagueId: number) =>
		withLockedDraft(services, leagueId, null, (locked) => advanceDraft(locked, lastTickAt)).catch((error) => {
			// The league was deleted meanwhile.
			if (!(error instanceof Refusal && error.status === 404)) onError(error);
		});
	const due = await listDueDrafts(db, seasonId, now);
	await Promise.all(due.map((leagueId) => limitDrafts(() => advance(leagueId))));
	// The time from before the loop, because clocks that ran out since then were not looked at.
	await saveTick(db, now);
	await deleteOldMockDrafts(db, now).catch(onError);
}

/**
 * Lets the leader look for due drafts once a second, separately from the season, whose steps may take longer. A process of an older
 * release, which may lead during an upgrade, runs no drafts. The first process after an upgrade resumes those paused for it, and the
 * leader those of an upgrade that failed.
 */
export function startDraftTicks(
	{
		isLeader,
		measure,
		...services
	}: LeaderServices & {
		/** Receives how long a tick took, in milliseconds. */
		readonly measure: (milliseconds: number) => void;
	},
	onError: (error: unknown) => void,
): Runner {
	const { db, clocks, seasons } = services;
	const files = listMigrationFiles();
	let hasResumed = false;
	files.catch(onError);
	return startRunner(async () => {
		const season = seasons.peek();
		if (!season || season.isArchived || (hasResumed && !isLeader())) return;
		if (await isMigratedByNewer(db, await files)) return;
		// What is due waits for the end of a maintenance, because nobody could see it.
		if (await findMaintenance(db)) return;
		if (!hasResumed && !(await isUpgrading(db))) {
			await resumeDrafts(db, clocks.wallNow, ["upgrade"]);
			hasResumed = true;
		}
		if (!isLeader()) return;
		const start = performance.now();
		await tickDrafts(services, onError);
		measure(performance.now() - start);
	}, onError);
}
