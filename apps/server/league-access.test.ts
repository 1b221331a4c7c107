import { setDeputy } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOperations, type Operation } from "../../testing/openapi/openapi-requests.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, TEST_URL, type TestApp } from "../../testing/server/test-app.ts";
import { findRow } from "./db/rows.ts";

const ROLES = ["visitor", "other league's commissioner", "operator", "member"] as const;
type Role = (typeof ROLES)[number];
/** For each role, the code of the refusal, or "allowed". */
type Outcomes = Readonly<Record<Role, string>>;

/** Operators have no special rights in leagues. */
const buildOutcomes = (outsider: string, member: string): Outcomes => ({
	visitor: "not-signed-in",
	"other league's commissioner": outsider,
	operator: outsider,
	member,
});
const MEMBERS = buildOutcomes("league-members-only", "allowed");
const COMMISSIONER = buildOutcomes("not-commissioner", "not-commissioner");

/** The league here has no draft; of one that has, `draft.test.ts` says who may do what. */
const DRAFT = buildOutcomes("league-members-only", "draft-unknown");
const READABLE_DRAFT_CALLS = [
	"getDraftDraftProcessByIdDraftBoard",
	"getDraftDraftProcessByIdRecap",
	"getDraftKeepersById",
	"getDraftLeagueById",
	"getDraftLeagueByIdTransactions",
	"getDraftLeagueByIdReportByTeamId",
	"getDraftLeagueByIdTeamByTeamIdByRoundId",
	"getDraftLeagueTeamsById",
];
const DRAFT_CALLS = [
	...READABLE_DRAFT_CALLS,
	"getDraftDraftProcessByIdPreferences",
	"getDraftFreeAgentsListById",
	"getDraftLeagueByIdMyTeam",
	"postDraftDraftProcessByIdAutopick",
	"postDraftDraftProcessByIdBack",
	"postDraftDraftProcessByIdClock",
	"postDraftDraftProcessByIdEnter",
	"postDraftDraftProcessByIdExchange",
	"postDraftDraftProcessByIdOrder",
	"postDraftDraftProcessByIdPause",
	"postDraftDraftProcessByIdPick",
	"postDraftDraftProcessByIdPickFor",
	"postDraftDraftProcessByIdPreferences",
	"postDraftDraftProcessByIdReset",
	"postDraftDraftProcessByIdResume",
	"postDraftDraftProcessByIdRobots",
	"postDraftDraftProcessByIdSchedule",
	"postDraftDraftProcessByIdSettings",
	"postDraftDraftProcessByIdSkip",
	"postDraftDraftProcessByIdStart",
	"postDraftDraftProcessByIdTeamLink",
	"postDraftDraftProcessByIdUndo",
	"postDraftLeagueByIdLineup",
	"postDraftLeagueByIdTeam",
	"postDraftMockDraftsStart",
	"postDraftKeepersById",
	"postDraftKeepersByIdConfirm",
	"postDraftKeepersByIdDeadline",
	"postDraftFreeAgentsByIdAdd",
	"postDraftSquadsByIdBack",
	"postDraftSquadsByIdCorrect",
	"postDraftSquadsByIdDrop",
	"postDraftSquadsByIdInjured",
	"postDraftSquadsByIdUndo",
	"postDraftSquadsByIdUndoAgree",
	"getDraftWaiversByIdClaims",
	"getDraftWaiversByIdRuns",
	"postDraftWaiversByIdClaims",
	"getDraftTradesById",
	"getDraftTradesByIdTeams",
	"postDraftTradesById",
	"postDraftTradesByIdAccept",
	"postDraftTradesByIdApprove",
	"postDraftTradesByIdCounter",
	"postDraftTradesByIdReject",
	"postDraftTradesByIdStop",
	"postDraftTradesByIdVote",
	"postDraftTradesByIdWithdraw",
];

/** Every call that takes a league id, with its outcome for callers who do not run that private league. */
const LEAGUE_CALLS: Readonly<Record<string, Outcomes>> = {
	getFantasyLeagueById: buildOutcomes("league-private", "allowed"),
	getFantasyLeagueByIdConversation: MEMBERS,
	getFantasyLeagueByIdConversationChanges: MEMBERS,
	getFantasyLeagueByIdConversationMembers: MEMBERS,
	getFantasyLeagueByIdConversationMuted: COMMISSIONER,
	getFantasyLeagueByIdConversationRecap: COMMISSIONER,
	getFantasyLeagueByIdConversationSettings: COMMISSIONER,
	getFantasyLeagueByIdConversationWebhooks: COMMISSIONER,
	postFantasyLeagueByIdConversationLock: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationMessageByMessageIdPin: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationMessageByMessageIdReact: buildOutcomes("league-members-only", "message-unknown"),
	postFantasyLeagueByIdConversationMessageByMessageIdRemove: buildOutcomes("league-members-only", "message-unknown"),
	postFantasyLeagueByIdConversationMessageByMessageIdReport: buildOutcomes("league-members-only", "message-unknown"),
	postFantasyLeagueByIdConversationMute: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationRead: MEMBERS,
	postFantasyLeagueByIdConversationRecap: COMMISSIONER,
	postFantasyLeagueByIdConversationSettings: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationSend: MEMBERS,
	postFantasyLeagueByIdConversationWebhookByWebhookId: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationWebhookByWebhookIdRemove: buildOutcomes("league-members-only", "not-commissioner"),
	postFantasyLeagueByIdConversationWebhookByWebhookIdTest: COMMISSIONER,
	postFantasyLeagueByIdConversationWebhooks: buildOutcomes("league-members-only", "not-commissioner"),
	getFantasyLeagueByIdFeed: MEMBERS,
	getFantasyLeagueByIdHistory: MEMBERS,
	getFantasyLeagueByIdHistoryByUserIdByOtherId: MEMBERS,
	getFantasyLeagueByIdLeagueUsers: MEMBERS,
	// No season is closed here; past-seasons.test.ts has one.
	getFantasyPastSeasonsBySeasonIdLeaguesByLeagueId: buildOutcomes("season-unknown", "season-unknown"),
	getFantasyPastSeasonsBySeasonIdLeaguesByLeagueIdDraft: buildOutcomes("season-unknown", "season-unknown"),
	getFantasyRanksEliminationLeague: buildOutcomes("league-members-only", "league-not-elimination"),
	getFantasyRanksH2hLeague: buildOutcomes("league-members-only", "league-not-h2h"),
	getFantasyRanksOpenLeague: MEMBERS,
	// These take a league of last season that the caller ran.
	postFantasyLeague: buildOutcomes("league-not-recoverable", "league-not-recoverable"),
	postFantasyLeagueRecover: buildOutcomes("league-not-recoverable", "league-not-recoverable"),
	postFantasyLeagueRecoverSkipByLeagueId: buildOutcomes("league-not-recoverable", "league-not-recoverable"),
	postShareLeagueByLeagueIdByRoundId: buildOutcomes("league-members-only", "league-not-h2h"),
	postFantasyLeagueById: COMMISSIONER,
	postFantasyLeagueByIdAnnounce: COMMISSIONER,
	postFantasyLeagueByIdDeclineInvite: buildOutcomes("league-invite-unknown", "league-invite-unknown"),
	postFantasyLeagueByIdDelete: COMMISSIONER,
	postFantasyLeagueByIdDeputies: COMMISSIONER,
	postFantasyLeagueByIdFeedByEventIdRemove: COMMISSIONER,
	postFantasyLeagueByIdFeedByEventIdReport: buildOutcomes("league-members-only", "league-announcement-unknown"),
	postFantasyLeagueByIdHandOver: COMMISSIONER,
	postFantasyLeagueByIdHandOverAnswer: buildOutcomes("league-members-only", "hand-over-unknown"),
	postFantasyLeagueByIdHistoryPage: buildOutcomes("league-members-only", "league-history-off"),
	postFantasyLeagueByIdInvite: buildOutcomes("league-members-only", "league-invite-refused"),
	postFantasyLeagueByIdLeave: MEMBERS,
	postFantasyLeagueByIdUserByUserId: COMMISSIONER,
	postFantasyLeagueDelete: COMMISSIONER,
	postFantasyLeagueH2hMatchUps: buildOutcomes("league-members-only", "league-not-h2h"),
	...Object.fromEntries(DRAFT_CALLS.map((call) => [call, DRAFT])),
};

let app: TestApp;
let leagueId: number;
let tokens: Record<Role, string | null>;
let commissioner: LeagueManager;
let memberId: number;
async function setUp(publicRead: boolean, privacy: "private" | "public"): Promise<void> {
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, publicRead } });
	const [first, second, outsider] = await createLeagueManagers(app, 3);
	if (!first || !second || !outsider) throw new Error("No managers");
	commissioner = first;
	leagueId = (await createLeagueWith([first, second], { privacy })).id;
	await createTestLeague(outsider);
	const operator = await createTestOperator(app);
	memberId = second.userId;
	tokens = {
		visitor: null,
		"other league's commissioner": await app.getToken(outsider.userId),
		operator: await app.getToken(operator.user.id),
		member: await app.getToken(second.userId),
	};
}

const BODIES: Readonly<Record<string, object>> = {
	postFantasyLeagueById: { name: "Taken over" },
	postFantasyLeagueH2hMatchUps: { roundId: 1 },
	postFantasyLeagueByIdDeputies: { userId: 1, isDeputy: true },
	postFantasyLeagueByIdHandOver: { userId: null },
	postFantasyLeagueByIdHandOverAnswer: { isAccepted: true },
	postFantasyLeagueByIdHistoryPage: { isOn: true },
	postFantasyLeagueByIdInvite: { invites: [{ email: "kit@example.test" }] },
	postFantasyLeagueByIdAnnounce: { text: "Taken over" },
	postFantasyLeagueByIdConversationLock: { isLocked: true },
	postFantasyLeagueByIdConversationMessageByMessageIdPin: { isPinned: true },
	postFantasyLeagueByIdConversationMessageByMessageIdReact: { emoji: "👍", isOn: true },
	postFantasyLeagueByIdConversationMute: { userId: 1, days: 1 },
	postFantasyLeagueByIdConversationRead: { messageId: 1 },
	postFantasyLeagueByIdConversationRecap: { roundId: 1, text: null },
	postFantasyLeagueByIdConversationSettings: { hasCards: false },
	postFantasyLeagueByIdConversationWebhookByWebhookId: { sendsCards: true, sendsRecap: true },
	postFantasyLeagueByIdConversationWebhooks: {
		address: "https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
		sendsCards: true,
		sendsRecap: true,
	},
	postFantasyLeagueByIdConversationSend: { text: "Let me in", key: "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a" },
	postDraftDraftProcessByIdAutopick: { mode: "on" },
	postDraftDraftProcessByIdClock: { clock: "live", pickTurnTime: 60, nightPause: null },
	postDraftDraftProcessByIdEnter: { csv: "1,1" },
	postDraftDraftProcessByIdExchange: { overallPick: 1, otherOverallPick: 2 },
	postDraftDraftProcessByIdOrder: { method: "draw" },
	postDraftDraftProcessByIdPick: { overallPick: 1, playerId: 1001, key: "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a" },
	postDraftDraftProcessByIdPickFor: { overallPick: 1, playerId: 1001, key: "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a" },
	postDraftDraftProcessByIdReset: { name: "Taken over" },
	postDraftDraftProcessByIdSchedule: { draftStart: null },
	postDraftDraftProcessByIdSkip: { overallPick: 1 },
	postDraftDraftProcessByIdTeamLink: { teamId: 1 },
	postDraftDraftProcessByIdUndo: { version: 1 },
	postDraftTradesById: { toTeamId: 1, playerIds: [1001], wantedIds: [1002] },
	postDraftTradesByIdAccept: { tradeId: 1 },
	postDraftTradesByIdApprove: { tradeId: 1 },
	postDraftTradesByIdCounter: { tradeId: 1, playerIds: [1001], wantedIds: [1002] },
	postDraftTradesByIdReject: { tradeId: 1 },
	postDraftTradesByIdStop: { tradeId: 1, reason: "Taken over" },
	postDraftTradesByIdVote: { tradeId: 1, isAgainst: true },
	postDraftTradesByIdWithdraw: { tradeId: 1 },
	postDraftKeepersById: { playerIds: [] },
	postDraftKeepersByIdDeadline: { deadline: null },
	postDraftFreeAgentsByIdAdd: { playerId: 1001 },
	postDraftSquadsByIdBack: {},
	postDraftSquadsByIdCorrect: { moves: [{ playerId: 1001, toTeamId: null }], reason: "Taken over" },
	postDraftSquadsByIdDrop: { playerId: 1001 },
	postDraftSquadsByIdInjured: { playerId: 1001 },
	postDraftSquadsByIdUndo: { changeId: "1", reason: "Taken over" },
	postDraftSquadsByIdUndoAgree: { changeId: "1", agrees: true },
	postDraftWaiversByIdClaims: { claims: [] },
	postDraftLeagueByIdLineup: {
		lineup: { DEF: [], MID: [], RUC: [], FWD: [] },
		bench: { DEF: [], MID: [], RUC: [], FWD: [] },
		utilityId: 0,
		captainId: 0,
		viceCaptainId: 0,
		emergency: [],
	},
	postFantasyLeague: { name: "Taken over", startId: 1 },
	postFantasyLeagueRecover: { name: "Taken over", startId: 1 },
};

const getBodyProperties = ({ body }: Operation): object => (body?.properties ?? {}) as object;
const hasLeagueId = (operation: Operation): boolean =>
	/\/(league|draft-process|teams|list|trades|waivers|keepers|free-agents|draft\/squads)\/\{id\}/.test(operation.path) ||
	operation.parameters.some(({ name }) => name === "leagueId") ||
	"leagueId" in getBodyProperties(operation);

/** Gets the code of the refusal that a role gets for the league, or "allowed". */
async function getOutcome(operation: Operation, role: Role): Promise<string> {
	const path = operation.path
		.replace("{lang}", "en")
		.replace("{userId}", String(commissioner.userId))
		.replace("{eventId}", "1")
		.replace("{messageId}", "999999")
		.replaceAll(/\{\w+\}/g, String(leagueId));
	const isInQuery = operation.parameters.some(({ name, in: place }) => name === "leagueId" && place === "query");
	const named = "leagueId" in getBodyProperties(operation) ? { leagueId } : {};
	const token = tokens[role];
	const answer = await app.app.inject({
		method: operation.method === "GET" ? "GET" : "POST",
		url: path.concat(isInQuery ? `?leagueId=${leagueId}` : path.endsWith("/changes") ? "?after=0" : ""),
		headers: { host: "localhost:3000", ...(token === null ? {} : { "x-sid": token }) },
		...(operation.method === "GET" ? {} : { payload: { ...BODIES[operation.operationId], ...named } }),
	});
	return answer.json().errors[0]?.code ?? "allowed";
}

const loadLeagueRows = () =>
	findRow(app.database.db)`SELECT
			(SELECT to_jsonb(l) FROM leagues l WHERE id = ${leagueId}) AS league,
			(SELECT jsonb_agg(to_jsonb(m) ORDER BY m.user_id) FROM league_members m WHERE league_id = ${leagueId}) AS members,
			(SELECT count(*) FROM leagues) AS leagues`;

const READABLE = buildOutcomes("allowed", "allowed");

/** What differs for a public league. */
const PUBLIC_LEAGUE_CALLS: typeof LEAGUE_CALLS = {
	getFantasyLeagueById: READABLE,
	// The page of a public league is on, so that its members get the link.
	postFantasyLeagueByIdHistoryPage: MEMBERS,
	postFantasyLeagueByIdInvite: MEMBERS,
};
/** What changes for every league where PUBLIC_READ is on. */
const PUBLIC_READ_SEASONS: typeof LEAGUE_CALLS = {
	getFantasyPastSeasonsBySeasonIdLeaguesByLeagueId: {
		...buildOutcomes("season-unknown", "season-unknown"),
		visitor: "season-unknown",
	},
	getFantasyPastSeasonsBySeasonIdLeaguesByLeagueIdDraft: {
		...buildOutcomes("season-unknown", "season-unknown"),
		visitor: "season-unknown",
	},
};
/** What changes for a public league where PUBLIC_READ is on. All others of its calls for members stay closed. */
const PUBLIC_READ_CALLS: typeof LEAGUE_CALLS = {
	...PUBLIC_LEAGUE_CALLS,
	...PUBLIC_READ_SEASONS,
	getFantasyLeagueById: { ...READABLE, visitor: "allowed" },
	getFantasyLeagueByIdHistory: { ...READABLE, visitor: "allowed" },
	getFantasyLeagueByIdHistoryByUserIdByOtherId: { ...READABLE, visitor: "allowed" },
	getFantasyRanksEliminationLeague: {
		...buildOutcomes("league-not-elimination", "league-not-elimination"),
		visitor: "league-not-elimination",
	},
	getFantasyRanksH2hLeague: { ...buildOutcomes("league-not-h2h", "league-not-h2h"), visitor: "league-not-h2h" },
	getFantasyRanksOpenLeague: { ...READABLE, visitor: "allowed" },
	postFantasyLeagueH2hMatchUps: { ...buildOutcomes("league-not-h2h", "league-not-h2h"), visitor: "league-not-h2h" },
	postShareLeagueByLeagueIdByRoundId: buildOutcomes("league-not-h2h", "league-not-h2h"),
	...Object.fromEntries(
		READABLE_DRAFT_CALLS.map((call) => [
			call,
			{ ...buildOutcomes("draft-unknown", "draft-unknown"), visitor: "draft-unknown" },
		]),
	),
};

const SETUPS: readonly { publicRead: boolean; privacy: "private" | "public"; changed: typeof LEAGUE_CALLS }[] = [
	{ publicRead: false, privacy: "private", changed: {} },
	{ publicRead: false, privacy: "public", changed: PUBLIC_LEAGUE_CALLS },
	{ publicRead: true, privacy: "private", changed: PUBLIC_READ_SEASONS },
	{ publicRead: true, privacy: "public", changed: PUBLIC_READ_CALLS },
];

describe("a deputy", () => {
	beforeAll(() => setUp(false, "private"));
	afterAll(() => app.close());

	test("is refused only what is the commissioner's alone [D2.9.262]", async () => {
		const { client } = commissioner;
		await client(setDeputy, { params: { id: leagueId }, body: { userId: memberId, isDeputy: true } });
		const operations = listOperations((await app.app.inject("/api/openapi.json")).json()).filter(hasLeagueId);
		const outcomes = new Map<string, string>();
		for (const operation of operations)
			if (operation.operationId !== "postFantasyLeagueByIdLeave")
				outcomes.set(operation.operationId, await getOutcome(operation, "member"));
		const listWith = (outcome: string) => [...outcomes.keys()].filter((call) => outcomes.get(call) === outcome).sort();
		expect(listWith("commissioner-only")).toEqual([
			"getFantasyLeagueByIdConversationWebhooks",
			"postFantasyLeagueByIdConversationWebhookByWebhookId",
			"postFantasyLeagueByIdConversationWebhookByWebhookIdRemove",
			"postFantasyLeagueByIdConversationWebhookByWebhookIdTest",
			"postFantasyLeagueByIdConversationWebhooks",
			"postFantasyLeagueByIdDelete",
			"postFantasyLeagueByIdDeputies",
			"postFantasyLeagueByIdHandOver",
			"postFantasyLeagueDelete",
		]);
		expect(listWith("not-commissioner")).toEqual([]);
		expect(listWith("league-commissioner-stays")).toEqual(["postFantasyLeagueByIdUserByUserId"]);
		for (const call of ["ById", "ByIdAnnounce", "ByIdConversationLock", "ByIdConversationSettings", "ByIdInvite"])
			expect([call, outcomes.get(`postFantasyLeague${call}`)]).toEqual([call, "allowed"]);
	});
});

describe.each(SETUPS)("a $privacy league with PUBLIC_READ $publicRead", ({ publicRead, privacy, changed }) => {
	beforeAll(() => setUp(publicRead, privacy));
	afterAll(() => app.close());

	test("gives every call with a league id its outcome by role", async () => {
		const operations = listOperations((await app.app.inject("/api/openapi.json")).json()).filter(hasLeagueId);
		expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(LEAGUE_CALLS).toSorted());
		const before = await loadLeagueRows();
		const found: Record<string, Outcomes> = {};
		const isLeaving = ({ operationId }: Operation) => operationId === "postFantasyLeagueByIdLeave";
		for (const operation of operations.filter((operation) => !isLeaving(operation)))
			found[operation.operationId] = {
				visitor: await getOutcome(operation, "visitor"),
				"other league's commissioner": await getOutcome(operation, "other league's commissioner"),
				operator: await getOutcome(operation, "operator"),
				member: await getOutcome(operation, "member"),
			};
		const { postFantasyLeagueByIdLeave, ...others } = { ...LEAGUE_CALLS, ...changed };
		expect(found).toEqual(others);
		expect(await loadLeagueRows()).toEqual(before);
		for (const leaving of operations.filter(isLeaving))
			for (const role of ROLES) expect(await getOutcome(leaving, role)).toBe(postFantasyLeagueByIdLeave?.[role]);
	});
});
