import { findAutopilotTime } from "@first-bounce/rules/draft/autopilot";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import { accept, type Ruling } from "@first-bounce/rules/violation";
import pLimit from "p-limit";
import { Refusal } from "../../../../plugins/refusal.ts";
import type { DraftServices } from "../room.ts";
import { arrangeForRound } from "./best-lineup.ts";
import { changeLineup, type LockedTeam } from "./change-lineup.ts";
import { insertAutopilot, isAutopilotDone, listUnmanagedTeams, type UnmanagedTeam } from "./lineup-queries.ts";
import { getLineupRoundId } from "./lineup-view.ts";

const TEAMS_PER_BATCH = 500;
/** How many teams are arranged at the same time. */
const limitTeams = pLimit(4);

/** Arranges a team for the most expected points. Null if nothing changes, or if it has got a manager since. */
function arrangeTeam({ seat, season, league, saved, context }: LockedTeam): Ruling<Lineup> | null {
	if (seat.is_active) return null;
	const best = arrangeForRound(saved.lineup, season, {
		roundId: getLineupRoundId(season, league),
		rules: context.rules,
		isLocked: createLockCheck(saved, context),
	});
	return findChangedPlayers(saved.lineup, best, context.rules).length === 0 ? null : accept(best);
}

async function arrangeUnmanagedTeam(
	services: DraftServices,
	{ teamId, leagueId }: UnmanagedTeam,
	onError: (error: unknown) => void,
): Promise<void> {
	try {
		await changeLineup(services, { leagueId, teamId, userId: null }, "autopick", arrangeTeam);
	} catch (error) {
		// The league was deleted meanwhile.
		if (!(error instanceof Refusal && error.status === 404)) onError(error);
	}
}

/**
 * Arranges the teams without a manager in draft leagues, if that is due (docs/game-rules.md#autopilot). It is recorded as done
 * after all teams, so it is repeated after a crash; teams that are arranged already do not change. A team that cannot be arranged
 * is tried once more and then reported, and does not delay the others.
 */
export async function runAutopilot(services: DraftServices, onError: (error: unknown) => void): Promise<void> {
	const { db, seasons, clocks } = services;
	const { seasonId, rounds } = seasons.current();
	const time = findAutopilotTime(rounds, clocks.seasonNow());
	if (time === null) return;
	const dueAt = new Date(time);
	if (await isAutopilotDone(db, seasonId, dueAt)) return;
	const failed: UnmanagedTeam[] = [];
	for (let afterId = 0; ; ) {
		const teams = await listUnmanagedTeams(db, seasonId, { afterId, limit: TEAMS_PER_BATCH });
		const arrange = (team: UnmanagedTeam) => arrangeUnmanagedTeam(services, team, () => void failed.push(team));
		await Promise.all(teams.map((team) => limitTeams(() => arrange(team))));
		const last = teams.at(-1);
		if (!last) break;
		afterId = last.teamId;
	}
	// What was in the way may have gone.
	for (const team of failed) await arrangeUnmanagedTeam(services, team, onError);
	await insertAutopilot(db, { season_id: seasonId, due_at: dueAt, done_at: new Date(clocks.wallNow()) });
}
