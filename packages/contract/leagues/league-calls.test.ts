import { expect, test } from "vitest";
import { showRankings } from "../stats/rankings.ts";
import * as leagueCalls from "./league.ts";
import * as actionCalls from "./league-actions.ts";
import * as activityCalls from "./league-activity.ts";
import * as inviteCalls from "./league-invites.ts";
import * as ladderCalls from "./league-ladder.ts";
import * as recoveryCalls from "./league-recover.ts";

test("visitors can look up and list leagues, and unsubscribe (D2.1.19)", () => {
	const calls = [leagueCalls, actionCalls, inviteCalls, ladderCalls, recoveryCalls, activityCalls]
		.flatMap((module) => Object.values<unknown>(module))
		.filter(
			(value): value is { method: string; path: string; access: string } =>
				typeof value === "object" && "path" in (value ?? {}),
		);
	const listCallsWith = (access: string) =>
		calls.filter((call) => call.access === access).map(({ method, path }) => `${method} ${path}`);
	expect(listCallsWith("everyone").toSorted()).toEqual([
		"GET /fantasy/league/show-for-join",
		"GET /public/fantasy/league/:code/details",
		"POST /public/fantasy/league/unsubscribe/:token",
	]);
	// For active users, unless PUBLIC_READ is on.
	expect(listCallsWith("public-read").toSorted()).toEqual([
		"GET /fantasy/league/:id",
		"GET /fantasy/ranks/elimination-league",
		"GET /fantasy/ranks/h2h-league",
		"POST /fantasy/league/h2h-match-ups",
	]);
	expect(calls.length - listCallsWith("everyone").length).toBe(listCallsWith("active").length + 4);
	expect(calls.length).toBeGreaterThan(20);
});

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
			"POST /fantasy/league",
			"POST /fantasy/league/delete",
			"GET /public/fantasy/league/:code/details",
			"POST /fantasy/league/:id",
			"POST /fantasy/league/:id/leave",
			"POST /fantasy/league/:code/join",
			"POST /fantasy/league/:id/invite",
			"POST /fantasy/league/:id/user/:userId",
			"POST /fantasy/league/:id/decline-invite",
			"POST /fantasy/league/:id/delete",
			"GET /fantasy/leagues",
			"GET /fantasy/league/user-invites",
			"GET /fantasy/league/show-for-join",
			"GET /fantasy/league/:id",
			"GET /fantasy/league/:id/league-users",
			"POST /fantasy/league/h2h-match-ups",
			"GET /fantasy/ranks/elimination-league",
			"GET /fantasy/ranks/h2h-league",
			"GET /fantasy/ranks/open-league",
			"GET /fantasy/league/recover/list",
			"POST /fantasy/league/recover/skip/:leagueId",
			"POST /fantasy/league/recover",
		]),
	);
	expect(new Set(calls).size).toBe(calls.length);
});
