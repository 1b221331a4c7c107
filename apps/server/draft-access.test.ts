import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { createToken } from "@first-bounce/contract/accounts/tokens";
import { saveDraftPreferences, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import { listTrades, offerTrade } from "@first-bounce/contract/draft/trades";
import { showClaims } from "@first-bounce/contract/draft/waivers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCalls } from "../../testing/openapi/list-calls.ts";
import { FIRST_BOUNCE } from "../../testing/season/small-season.ts";
import { createDraftRoom, type DraftRoom, getFourManagers } from "../../testing/server/draft-leagues.ts";
import { claim, finishRoom, getSquad, listUnowned } from "../../testing/server/draft-waivers.ts";
import { createLeagueManagers, type LeagueManager, verifyAddress } from "../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, TEST_URL, type TestApp } from "../../testing/server/test-app.ts";

const ROLES = ["visitor", "outsider", "operator", "member", "commissioner", "own", "token"] as const;
type Role = (typeof ROLES)[number];
type Outcomes = readonly string[];

/** By role: a visitor, a manager outside the league, an operator, a member, who runs it, the owner, a token without a scope. */
const MEMBERS: Outcomes = [
	"not-signed-in",
	"league-members-only",
	"league-members-only",
	"allowed",
	"allowed",
	"allowed",
	"token-scope-missing",
];
const NO_TOKEN: Outcomes = [...MEMBERS.slice(0, -1), "token-not-allowed"];
const EVERYBODY: Outcomes = [
	"not-signed-in",
	"allowed",
	"allowed",
	"allowed",
	"allowed",
	"allowed",
	"token-scope-missing",
];

/**
 * What every reading call of a drafted league answers to each role. A new call fails the test until its outcomes are here; calls
 * that change something are in league-access.test.ts.
 */
const OUTCOMES: Readonly<Record<string, Outcomes>> = {
	"/draft/draft-process/:id/draft-board": MEMBERS,
	"/draft/draft-process/:id/preferences": NO_TOKEN,
	"/draft/draft-process/:id/recap": MEMBERS,
	"/draft/free-agents/list/:id": MEMBERS,
	"/draft/keepers/:id": MEMBERS.map((outcome) => (outcome === "allowed" ? "keepers-none" : outcome)),
	"/draft/league/:id": MEMBERS,
	"/draft/league/:id/my-team": MEMBERS,
	"/draft/league/:id/report/:teamId": MEMBERS,
	"/draft/league/:id/team/:teamId/:roundId": MEMBERS,
	"/draft/league/:id/transactions": MEMBERS,
	"/draft/league/teams/:id": MEMBERS,
	"/draft/mock-drafts": EVERYBODY.with(-1, "token-not-allowed"),
	"/draft/my-teams": EVERYBODY,
	"/draft/trades/:id": MEMBERS,
	"/draft/trades/:id/teams": MEMBERS,
	"/draft/waivers/:id/claims": MEMBERS,
	"/draft/waivers/:id/runs": MEMBERS,
};

/** What the owner alone may read, and whom she offers a trade. Numbers and words that occur nowhere else. */
const BID = 37;
const MESSAGE = "Just between the two of us";

let app: TestApp;
let room: DraftRoom;
let owner: LeagueManager;
let tokens: Record<Role, string | null>;
/** As they stand in JSON: the owner's queue, ranking and players not to draft, and what her claim costs. */
let secrets: readonly string[];
const calls = (await listCalls()).filter(({ path, method }) => path.startsWith("/draft/") && method === "GET");

beforeAll(async () => {
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null } });
	app.clocks.setSeason(FIRST_BOUNCE - 72 * 3_600_000);
	room = await createDraftRoom(app, { settings: { waiverPriority: "budget" } });
	await finishRoom(room);
	const params = { id: room.id };
	const [commissioner, second, member, asked] = getFourManagers(room);
	owner = second;
	const [outsider] = await createLeagueManagers(app, 1);
	const operator = await createTestOperator(app);
	const last = app.season.players
		.slice(-9)
		.map(({ id }) => id)
		.reverse();
	const lists = { queue: last.slice(0, 3), ranking: last.slice(3, 6), doNotDraft: last.slice(6) };
	await owner.client(saveDraftPreferences, { params, body: lists });
	const [dropId = 0, giveId = 0] = await getSquad(room, owner);
	const line = app.seasons.current().players.get(dropId)?.position[0] ?? "MID";
	const [wanted = 0] = await listUnowned(room, line);
	await claim(room, owner, { playerId: wanted, dropId, bid: BID });
	const [wantedId = 0] = await getSquad(room, asked);
	const teamId = room.teamIds[3] ?? 0;
	await owner.client(offerTrade, {
		params,
		body: { toTeamId: teamId, playerIds: [giveId], wantedIds: [wantedId], message: MESSAGE },
	});
	secrets = [...Object.values(lists).map((ids) => ids.join(",")), `"bid":${BID}`, MESSAGE];
	await verifyAddress(app, owner);
	const { token } = await owner.client(createToken, { body: { name: "Saves", scopes: ["write:team"], days: 7 } });
	tokens = {
		visitor: null,
		outsider: await app.getToken(outsider?.userId ?? 0),
		operator: await app.getToken(operator.user.id),
		member: await app.getToken(member.userId),
		commissioner: await app.getToken(commissioner.userId),
		own: await app.getToken(owner.userId),
		token,
	};
});
afterAll(() => app.close());

async function read(path: string, role: Role) {
	const params: Record<string, number> = { id: room.id, teamId: room.teamIds[1] ?? 0, roundId: 1 };
	const token = tokens[role];
	const answer = await app.app.inject({
		url: `/api/en${path.replaceAll(/:(\w+)/g, (_, name) => String(params[name]))}`,
		headers: {
			host: "localhost:3000",
			...(token === null ? {} : role === "token" ? { authorization: `Bearer ${token}` } : { "x-sid": token }),
		},
	});
	return { outcome: answer.json().errors[0]?.code ?? "allowed", body: answer.body };
}

test("every call that reads a draft league answers members only [D2.9.579]", async () => {
	expect(calls.map(({ path }) => path).toSorted()).toEqual(Object.keys(OUTCOMES).toSorted());
	for (const { path } of calls) {
		const outcomes: string[] = [];
		for (const role of ROLES) outcomes.push((await read(path, role)).outcome);
		expect([path, ...outcomes]).toEqual([path, ...(OUTCOMES[path] ?? [])]);
	}
});

test("lists, claims, bids and offers are their manager's alone [D2.9.579]", async () => {
	const params = { id: room.id };
	const own = JSON.stringify([
		await owner.client(showDraftPreferences, { params }),
		await owner.client(showClaims, { params }),
		await owner.client(listTrades, { params }),
	]);
	for (const secret of secrets) expect(own).toContain(secret);
	const paths = [
		...calls.map(({ path }) => path),
		"/fantasy/league/:id",
		"/fantasy/league/:id/feed",
		"/fantasy/league/:id/history",
		"/fantasy/league/:id/conversation",
		"/fantasy/league/:id/league-users",
	];
	for (const path of paths)
		for (const role of ROLES.filter((other) => other !== "own")) {
			const { body } = await read(path, role);
			for (const secret of secrets) expect([path, role, body.includes(secret)]).toEqual([path, role, false]);
		}
});

test("own data has the board, moves and claims with names [D2.9.585]", async () => {
	const { draftTeams } = await owner.client(exportOwnData, {});
	const nameOf = (id: unknown) => app.seasons.current().players.get(Number(id))?.name;
	const [team] = draftTeams as unknown as { board: object[]; claims: Record<string, unknown>[] }[];
	expect(team?.board).toHaveLength(16);
	expect(team?.board[0]).toMatchObject({
		overall: 1,
		team_id: room.teamIds[0],
		player: expect.stringMatching(/\w \w/),
	});
	const [own] = team?.claims ?? [];
	expect(own).toMatchObject({ bid: BID, state: "pending", player: nameOf(own?.player_id) });
	expect(own?.dropped_player).toBe(nameOf(own?.drop_player_id));
	const [first, , third, fourth] = getFourManagers(room);
	for (const { client } of [first, third, fourth]) {
		const text = JSON.stringify(await client(exportOwnData, {}));
		for (const secret of secrets) expect(text.includes(secret)).toBe(false);
	}
});
