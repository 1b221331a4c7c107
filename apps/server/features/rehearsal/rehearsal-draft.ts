import { newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { newLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import type { UserId } from "@first-bounce/rules/ids";
import { Refusal } from "../../plugins/refusal.ts";
import { createLeagueInTransaction } from "../leagues/create-league.ts";
import { checkSquads } from "../leagues/draft/check-squads.ts";
import { findUpcomingRound } from "../leagues/draft/draft-players.ts";
import { loadRoom } from "../leagues/draft/room.ts";
import { setAutopick } from "../leagues/draft/seats.ts";
import { setOrder } from "../leagues/draft/settings.ts";
import { startDraft } from "../leagues/draft/start-draft.ts";
import { fillWithRobots } from "../leagues/draft/teams.ts";
import { tickDrafts } from "../leagues/draft/tick.ts";
import type { Rehearsal } from "./open-rehearsal.ts";

const SIZE = 4;
/** More than a robot takes for a pick. */
const STEP_MS = 6_000;
/** A draft that needs more ticks than this for each pick is stuck. */
const MAX_TICKS_PER_PICK = 3;

/**
 * Runs the draft of a league of robots, which then plays the season. Its wall clock is moved on, so that nobody waits for the
 * robots. Returns what happened in a sentence.
 *
 * @throws Error if it does not end, or if its picks are not its squads
 */
export async function rehearseDraft(
	{ database: { db }, server: { engine } }: Pick<Rehearsal, "database" | "server">,
	managerId: UserId,
): Promise<string> {
	const { seasons, clocks } = engine;
	const services = { db, seasons, clocks };
	const startId = findUpcomingRound(seasons.current(), clocks.seasonNow());
	if (startId === null) return "No draft is held, because no round is left";
	const draft = newDraftSettings.parse({});
	const settings = newLeagueSettings.parse({ class: "draft", type: "h2h", size: SIZE, draft });
	const form = { ...settings, name: "Robots' Draft", startId };
	const id = await createLeagueInTransaction(services, managerId, form, async (_, leagueId) => leagueId);
	await fillWithRobots(services, managerId, id);
	await setOrder(services, managerId, id, { method: "draw" });
	await setAutopick(services, managerId, id, { mode: "on" });
	try {
		await startDraft(services, managerId, id);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return `A draft of ${SIZE} teams cannot be held: ${error.reasons.map(({ code }) => code).join(", ")}`;
	}
	const picks = (await loadRoom(db, id)).picks.length;
	let ahead = 0;
	const movedClocks = { ...clocks, wallNow: () => clocks.wallNow() + ahead };
	const fail = (error: unknown) => {
		throw error;
	};
	for (let ticks = 0; (await loadRoom(db, id)).draft.state !== "complete"; ticks++) {
		if (ticks > picks * MAX_TICKS_PER_PICK) throw new Error("The draft of the robots does not end");
		ahead += STEP_MS;
		await tickDrafts({ ...services, clocks: movedClocks }, fail);
	}
	const [finding] = (await checkSquads(db)).findings;
	if (finding) throw new Error(`Player ${finding.playerId} of the robots' team ${finding.teamId}: ${finding.kind}`);
	return `Robots have held a draft of ${picks} picks`;
}
