import { expect, test } from "vitest";
import type { z } from "zod";
import { showRankings } from "../stats/rankings.ts";
import * as leagueCalls from "./league.ts";
import * as actionCalls from "./league-actions.ts";
import * as inviteCalls from "./league-invites.ts";
import * as ladderCalls from "./league-ladder.ts";
import * as recoveryCalls from "./league-recover.ts";

const getSuccessFields = ({ success }: { readonly success: z.ZodType }) => Object.keys((success as z.ZodObject).shape);

test("every specified league call is defined with its method and path (D1.7.57)", () => {
	const calls = [
		leagueCalls,
		actionCalls,
		inviteCalls,
		ladderCalls,
		recoveryCalls,
		{ openLeagueRankings: showRankings },
	]
		.flatMap((module) => Object.values<unknown>(module))
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

test("calls that change a league return it, and calls that remove one return its id (D2.7.07, D2.7.10, D2.7.12, D2.7.14, D2.7.21)", () => {
	for (const call of [actionCalls.updateLeague, actionCalls.joinLeague])
		expect(getSuccessFields(call)).toEqual(["league"]);
	for (const call of [actionCalls.leaveLeague, actionCalls.deleteLeague, actionCalls.deleteLeagueByBody])
		expect(getSuccessFields(call)).toEqual(["leagueId"]);
});

test("removing a member returns the league, inviting returns the number invited, and skipping returns the remaining leagues (D2.7.16, D2.7.18, D2.7.29, D2.7.33, D2.7.35)", () => {
	expect(getSuccessFields(actionCalls.removeLeagueUser)).toEqual(["league"]);
	expect(getSuccessFields(inviteCalls.inviteToLeague)).toEqual(["invited"]);
	expect(getSuccessFields(recoveryCalls.skipLeagueRecovery)).toEqual(["leagues"]);
	expect(getSuccessFields(ladderCalls.showLeagueLadder)).toEqual([
		"rankings",
		"currentUserRanking",
		"roundId",
		"isLive",
		"winnerTeamId",
	]);
	expect(getSuccessFields(actionCalls.recoverLeague)).toEqual(getSuccessFields(actionCalls.createLeague));
	const { shape } = actionCalls.recoverLeague.body as z.ZodObject;
	expect(Object.keys(shape).sort()).toEqual(Object.keys((actionCalls.createLeague.body as z.ZodObject).shape).sort());
});
