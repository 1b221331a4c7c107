import { CURRENT_LEAGUES, createDemoLeagues } from "../demo/bots/bot-leagues.ts";
import { type BotTeam, prepareBots } from "../demo/bots/bot-teams.ts";
import { createBots } from "../demo/bots/bots.ts";
import { createRandom } from "../seasons/generator/random.ts";
import type { Rehearsal } from "./open-rehearsal.ts";
import { rehearseDraft } from "./rehearsal-draft.ts";

export async function createRehearsalBots(
	rehearsal: Rehearsal,
	{
		seed,
		teams: count,
		print,
	}: { readonly seed: number; readonly teams: number; readonly print: (line: string) => void },
) {
	const { database, server, operator, season } = rehearsal;
	const { engine } = server;
	const squadIds = season.squads.map(({ id }) => id);
	const bots = await createBots(database.db, Date.now(), createRandom(`rehearsal managers ${seed}`), squadIds, {
		isDemo: false,
		count,
	});
	let teams: readonly BotTeam[] = [];
	return {
		countTeams: () => teams.length,
		/** Makes their changes before the next round, and returns how many have a team. */
		prepareTeams: async () => {
			const snapshot = engine.seasons.current();
			const isFirst = teams.length === 0;
			teams = await prepareBots(database.db, bots, teams, snapshot);
			if (isFirst) {
				const leagues = CURRENT_LEAGUES.filter(({ form }) => form.startId < snapshot.rules.lastRound);
				await createDemoLeagues(database, snapshot, leagues, { bots, managerId: operator.id });
				const [first] = bots;
				if (first) print(await rehearseDraft(rehearsal, first.userId));
			}
			await engine.standings.refresh();
			return teams.length;
		},
	};
}

/** The computer-run managers of a rehearsal. */
export type RehearsalBots = Awaited<ReturnType<typeof createRehearsalBots>>;
