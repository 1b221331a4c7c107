import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { expect } from "vitest";
import type { Connection } from "../../apps/server/db/connect.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { buildStatRow } from "../../apps/server/features/seasons/current/stat-line.ts";
import { DAY, FIRST_BOUNCE, HOUR, type SmallSeason } from "../../testing/season/small-season.ts";
import { waitFor } from "../../testing/server/wait-for.ts";

/** Stores the stats of round 1 as a provider would report them, and waits until the leader has published it. */
export async function playRound({ db }: Pick<Connection, "db">, season: SmallSeason): Promise<void> {
	await setClock(db, { seasonAt: FIRST_BOUNCE + HOUR, speed: 0 }, Date.now());
	await db.transaction().execute(async (transaction) => {
		await transaction.updateTable("rounds").set({ status: "playing" }).where("id", "=", 1).execute();
		for (const { id: matchId, homeSquadId, awaySquadId } of season.listMatchesOfRound(1)) {
			const players = season.players.filter(({ squadId }) => [homeSquadId, awaySquadId].includes(squadId));
			const stats = { ...EMPTY_STAT_LINE, K: 12, TOG: 80 };
			const lines = players.map(({ id, squadId }) =>
				buildStatRow({ seasonId: season.id, matchId, playerId: id, squadId, stats }),
			);
			await transaction.insertInto("stat_lines").values(lines).execute();
			await transaction.updateTable("matches").set({ status: "complete" }).where("id", "=", matchId).execute();
		}
		await incrementDataVersion(transaction, season.id);
	});
	await setClock(db, { seasonAt: FIRST_BOUNCE + 2 * DAY, speed: 0 }, Date.now());
	await waitFor(async () => {
		const round = db.selectFrom("rounds").select("status").where("id", "=", 1);
		expect(await round.executeTakeFirst()).toEqual({ status: "complete" });
	});
}
