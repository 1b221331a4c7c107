import { expect, test } from "vitest";
import type { z } from "zod";
import { showRankings } from "../stats/rankings.ts";
import * as reading from "./league.ts";
import * as actions from "./league-actions.ts";
import * as invites from "./league-invites.ts";
import * as ladders from "./league-ladder.ts";
import * as recovering from "./league-recover.ts";

const fields = ({ success }: { readonly success: z.ZodType }) => Object.keys((success as z.ZodObject).shape);

test("every specified call is there, by its method and path [D1.7.57]", () => {
	const calls = [reading, actions, invites, ladders, recovering, { openLeagueRankings: showRankings }]
		.flatMap((room) => Object.values<unknown>(room))
		.filter((value): value is { method: string; path: string } => typeof value === "object" && "path" in (value ?? {}))
		.map(({ method, path }) => `${method} ${path}`);
	expect(calls).toEqual(
		expect.arrayContaining([
			...["POST /fantasy/league", "POST /fantasy/league/delete", "GET /public/fantasy/league/:code/details"],
			...["POST /fantasy/league/:id", "POST /fantasy/league/:id/leave", "POST /fantasy/league/:code/join"],
			...["POST /fantasy/league/:id/invite", "POST /fantasy/league/:id/user/:userId"],
			...["POST /fantasy/league/:id/decline-invite", "POST /fantasy/league/:id/delete", "GET /fantasy/leagues"],
			...["GET /fantasy/league/user-invites", "GET /fantasy/league/show-for-join", "GET /fantasy/league/:id"],
			...["GET /fantasy/league/:id/league-users", "POST /fantasy/league/h2h-match-ups"],
			...["GET /fantasy/ranks/h2h-league", "GET /fantasy/ranks/open-league", "GET /fantasy/league/recover/list"],
			...["POST /fantasy/league/recover/skip/:leagueId", "POST /fantasy/league/recover"],
		]),
	);
	expect(new Set(calls).size).toBe(calls.length);
});

test("what changes a league answers with the league, what takes one away with its id [D2.7.07, D2.7.10, D2.7.12, D2.7.14, D2.7.21]", () => {
	for (const call of [actions.updateLeague, actions.joinLeague]) expect(fields(call)).toEqual(["league"]);
	for (const call of [actions.leaveLeague, actions.deleteLeague, actions.deleteLeagueByBody])
		expect(fields(call)).toEqual(["leagueId"]);
});

test("removing answers with the league, inviting with how many, skipping with the ones left [D2.7.16, D2.7.18, D2.7.29, D2.7.33, D2.7.35]", () => {
	expect(fields(actions.removeLeagueUser)).toEqual(["league"]);
	expect(fields(invites.inviteToLeague)).toEqual(["invited"]);
	expect(fields(recovering.skipLeagueRecovery)).toEqual(["leagues"]);
	expect(fields(ladders.showLeagueLadder)).toEqual([
		"rankings",
		"currentUserRanking",
		"roundId",
		"isLive",
		"winnerTeamId",
	]);
	expect(fields(actions.recoverLeague)).toEqual(fields(actions.createLeague));
	const { shape } = actions.recoverLeague.body as z.ZodObject;
	expect(Object.keys(shape).sort()).toEqual(Object.keys((actions.createLeague.body as z.ZodObject).shape).sort());
});
