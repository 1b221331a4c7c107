import { expect, test } from "vitest";
import type { z } from "zod";
import * as actions from "./league-actions.ts";
import { inviteToLeague } from "./league-invites.ts";
import { h2hLeagueRankings } from "./league-ladder.ts";
import { skipRecover } from "./league-recover.ts";

const fields = ({ success }: { readonly success: z.ZodType }) => Object.keys((success as z.ZodObject).shape);

test("what changes a league answers with the league, what takes one away with its id (D2.7.07, D2.7.10, D2.7.12, D2.7.14, D2.7.21)", () => {
	for (const call of [actions.updateLeague, actions.joinLeague]) expect(fields(call)).toEqual(["league"]);
	for (const call of [actions.leaveLeague, actions.deleteLeague, actions.deleteLeagueByBody])
		expect(fields(call)).toEqual(["leagueId"]);
});

test("removing answers with the league, inviting with how many, skipping with the ones left (D2.7.16, D2.7.18, D2.7.29, D2.7.33, D2.7.35)", () => {
	expect(fields(actions.removeLeagueUser)).toEqual(["league"]);
	expect(fields(inviteToLeague)).toEqual(["invited"]);
	expect(fields(skipRecover)).toEqual(["leagues"]);
	expect(fields(h2hLeagueRankings)).toEqual(["rankings", "currentUserRanking", "roundId", "isLive", "winnerTeamId"]);
	expect(fields(actions.recoverLeague)).toEqual(fields(actions.createLeague));
	const { shape } = actions.recoverLeague.body as z.ZodObject;
	expect(Object.keys(shape).sort()).toEqual(Object.keys((actions.createLeague.body as z.ZodObject).shape).sort());
});
