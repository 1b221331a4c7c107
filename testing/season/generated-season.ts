import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../apps/server/db/tables/tables.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import type { FixtureMatch } from "../../apps/server/features/seasons/generator/fixture.ts";
import { type GeneratedSeason, generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";
import { createRandom, type Random } from "../../apps/server/features/seasons/generator/random.ts";
import { buildSeasonTables } from "../../apps/server/features/seasons/import/merge/season-tables.ts";
import { saveChanges } from "../../apps/server/features/seasons/import/season-row-queries.ts";
import { seedLeagues } from "./generated-leagues.ts";
import { drawSlots, seedTeams } from "./small-season.ts";

export interface SoakSeason {
	readonly id: number;
	readonly generated: GeneratedSeason;
	readonly rounds: number;
	readonly teams: number;
	/** Changes the captains of some teams before a round; depends on the seed only. */
	readonly changeLineups: (db: Db, roundId: number) => Promise<void>;
}

interface SoakSeasonOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly teams: number;
	/** Gets the start of a match; by default the one in the generated fixture. */
	readonly getStart?: (match: FixtureMatch) => SeasonTime;
}

/** Midnight UTC of a Friday. */
export const FIRST_DAY = Date.parse("2026-08-28T00:00:00Z");
/** How long after its last match a round is published. */
export const REVIEW_MINUTES = 60;

/** Saves a generated season that is no demo as the current one, with the results of its first rounds. */
export async function saveGeneratedSeason(
	trx: Transaction<Tables>,
	season: GeneratedSeason,
	playedRounds: number,
): Promise<void> {
	const { id, name, rules } = season;
	await trx
		.insertInto("seasons")
		.values({ id, name, rules: JSON.stringify(rules), is_current: true })
		.execute();
	const tables = buildSeasonTables(buildSeasonData(season, playedRounds));
	const changes = tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] }));
	await saveChanges(trx, id, changes);
}

/** Draws a complete team of a generated season, ignoring the salary cap. */
export function drawGeneratedSlots({ rules, footballers }: GeneratedSeason, random: Random): PlayerId[] {
	const players = footballers.map(({ id, position, squadId }) => ({ id, position, squadId, name: "", cost: 0 }));
	return drawSlots({ rules, players }, random.next);
}

/** Seeds a generated season that is no demo, so that it gets its stats from a provider only. */
export async function seedSoakSeason(
	db: Db,
	{ seed, rounds, teams, getStart = ({ startsAt }) => startsAt }: SoakSeasonOptions,
): Promise<SoakSeason> {
	const fullSeason = generateSeason({ seed, id: 7, name: "Soak season", firstDay: FIRST_DAY });
	const rules = { ...fullSeason.rules, lastRound: rounds, finalAfterMinutes: REVIEW_MINUTES };
	const matches = fullSeason.matches
		.filter(({ roundId }) => roundId <= rounds)
		.map((match) => ({ ...match, startsAt: getStart(match) }));
	const generated = { ...fullSeason, rules, matches };
	const random = createRandom(`soak teams ${seed}`);
	await db.transaction().execute(async (trx) => {
		await saveGeneratedSeason(trx, generated, 0);
		await seedTeams(
			trx,
			generated,
			Array.from({ length: teams }, (_, index) => {
				const slots = drawGeneratedSlots(generated, random);
				// 16 slots on field, 4 on the bench, and the utility.
				const emergency = slots.slice(16, index % 3 === 0 ? 18 : 20);
				return { slots, emergency, startRound: index % 5 === 0 ? 2 : 1, completedAt: FIRST_DAY - index };
			}),
		);
		await seedLeagues(trx, { seasonId: generated.id, teams, rounds, random: random.fork("leagues") });
	});
	return {
		id: generated.id,
		generated,
		rounds,
		teams,
		changeLineups: async (database, roundId) => {
			const lineupRandom = createRandom(`soak line-ups ${seed} ${roundId}`);
			if (roundId < 3) return;
			for (let team = 1; team <= teams; team++) {
				if (!lineupRandom.chance(0.4)) continue;
				const last = await database
					.selectFrom("lineups")
					.where("team_id", "=", team)
					.where("round_id", "<", roundId)
					.selectAll()
					.orderBy("round_id", "desc")
					.limit(1)
					.executeTakeFirstOrThrow();
				const [captain_id = 0, vice_captain_id = 0] = lineupRandom.shuffle(last.slots.slice(0, 16));
				await database
					.insertInto("lineups")
					.values({ ...last, round_id: roundId, captain_id, vice_captain_id })
					.onConflict((conflict) => conflict.doNothing())
					.execute();
			}
		},
	};
}

export const listMatchesOfRound = ({ generated }: SoakSeason, roundId: number) =>
	generated.matches.filter((match) => match.roundId === roundId).toSorted((a, b) => a.startsAt - b.startsAt);

/** Gets the start of a round's first match, and the end of its last match if it takes `maxMatchMs`. */
export function getRoundSpan(
	season: SoakSeason,
	roundId: number,
	maxMatchMs: number,
): readonly [SeasonTime, SeasonTime] {
	const starts = listMatchesOfRound(season, roundId).map(({ startsAt }) => startsAt);
	return [Math.min(...starts), Math.max(...starts) + maxMatchMs];
}
