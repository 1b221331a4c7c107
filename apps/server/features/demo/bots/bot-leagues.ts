import { newLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { getMaxEliminationSize } from "@first-bounce/rules/leagues/league";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { Database } from "../../../db/open.ts";
import { createLeagueInTransaction, type NewLeague } from "../../leagues/create-league.ts";
import { insertUserInvites } from "../../leagues/members/invite-queries.ts";
import { joinLeague } from "../../leagues/members/membership.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { getLeagueCode } from "../queries.ts";
import type { Bot } from "./bots.ts";

/** A league of the demo: its commissioner, and how many bots join. */
export interface DemoLeague {
	readonly form: Pick<NewLeague, "name" | "startId"> & Partial<NewLeague>;
	readonly members: number;
	/** How the demo manager takes part. By default only bots take part. */
	readonly manager?: "runs" | "plays" | "invited";
}

/** Leagues of the finished season, some of which the demo manager may recover. */
export const LAST_SEASON_LEAGUES: readonly DemoLeague[] = [
	{ form: { name: "Sunday Afternoon Football", startId: 1, type: "h2h", size: 10 }, members: 9, manager: "runs" },
	{ form: { name: "The Tuesday Training Sweep", startId: 1 }, members: 15, manager: "runs" },
	{ form: { name: "Back Pocket Book Club", startId: 4, type: "h2h", size: 6 }, members: 5, manager: "runs" },
	{ form: { name: "Boundary Umpires Union", startId: 1, type: "h2h", size: 8 }, members: 6, manager: "plays" },
];

/** Leagues of the current season: some under way, some open to join, and one that invites the demo manager. */
export const CURRENT_LEAGUES: readonly DemoLeague[] = [
	{ form: { name: "Everybody's Footy", startId: 1, privacy: "public" }, members: 60 },
	{ form: { name: "Western Line-breakers", startId: 1, privacy: "public" }, members: 22 },
	{ form: { name: "Café Ruck", startId: 1, privacy: "public", type: "h2h", size: 12 }, members: 11 },
	{ form: { name: "Late Starters", startId: 4, privacy: "public", type: "h2h", size: 8 }, members: 4 },
	{ form: { name: "Second Half Specialists", startId: 6, privacy: "public", type: "h2h", size: 10 }, members: 6 },
	{ form: { name: "One on One", startId: 5, privacy: "public", type: "h2h", size: 2 }, members: 0 },
	{
		form: { name: "Last Team Standing", startId: 4, privacy: "public", type: "elimination", size: 9 },
		members: 6,
	},
	{ form: { name: "Torpedo Punt Society", startId: 4, privacy: "public" }, members: 9 },
	{ form: { name: "Neighbours of the Oval", startId: 4, type: "h2h", size: 8 }, members: 5, manager: "invited" },
];

/** Makes an elimination league as small as a short season needs. */
function fitToSeason(plan: DemoLeague, { rules }: SeasonSnapshot): DemoLeague {
	const { form, members } = plan;
	if (form.type !== "elimination") return plan;
	const size = Math.min(form.size ?? 0, getMaxEliminationSize(rules.lastRound - form.startId + 1));
	return { ...plan, form: { ...form, size }, members: Math.min(members, size - 1) };
}

/** Creates leagues among bots who have a team, through the league service, two days before the first lock of the current round. */
export async function createDemoLeagues(
	{ db }: Pick<Database, "db">,
	season: SeasonSnapshot,
	plans: readonly DemoLeague[],
	people: { readonly bots: readonly Bot[]; readonly managerId: UserId },
): Promise<void> {
	const round = findCurrentRound(season.rounds);
	const clocks = createFixedClocks(((round && getFirstLockTime(round)) ?? 0) - 48 * HOUR_MS);
	const services = { db, seasons: { current: () => season, refresh: async () => season }, clocks };
	const { managerId } = people;
	const available = people.bots.filter(({ startRound, userId }) => startRound === 1 && userId !== managerId);
	for (const [index, plan] of plans.entries()) {
		const { form, members, manager } = fitToSeason(plan, season);
		const bots = available
			.toSorted((a, b) => computeBotOrder(a, index) - computeBotOrder(b, index))
			.map(({ userId }) => userId);
		const [commissioner = managerId, ...others] = manager === "runs" ? [managerId, ...bots] : bots;
		const returnId = async (_: unknown, id: number) => id;
		const id = await createLeagueInTransaction(
			services,
			commissioner,
			{ ...newLeagueSettings.parse({}), ...form },
			returnId,
		);
		const { code } = await getLeagueCode(db, id);
		const joiningIds = [...others.slice(0, members), ...(manager === "plays" ? [managerId] : [])];
		for (const userId of joiningIds) await joinLeague(services, userId, code, null);
		if (manager === "invited") await insertUserInvites(db, id, commissioner, [managerId], new Date(clocks.wallNow()));
	}
}

/** Orders the bots differently for every league, but the same on every run. */
const computeBotOrder = ({ random }: Bot, league: number): number => random.fork(`league ${league}`).between(0, 1);
