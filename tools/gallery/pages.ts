import type { APIRequestContext } from "@playwright/test";
import { createDraftedLeague, createDraftLeague, startDraft } from "../../testing/browser/draft-league.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";

export interface GalleryPage {
	readonly name: string;
	readonly address: string;
	/** Whether a visitor opens it; otherwise the demo's manager does. */
	readonly isPublic?: boolean;
	/** Whether the page needs the second factor of the operator console. */
	readonly isConsole?: boolean;
}

const listPublicPages = (pages: Readonly<Record<string, string>>): GalleryPage[] =>
	Object.entries(pages).map(([name, address]) => ({ name, address, isPublic: true }));
const listManagerPages = (pages: Readonly<Record<string, string>>): GalleryPage[] =>
	Object.entries(pages).map(([name, address]) => ({ name, address }));

const PUBLIC_PAGES = listPublicPages({
	home: "/",
	help: "/help/game-rules",
	faqs: "/help/faqs",
	prizes: "/help/prizes",
	contact: "/help/contact-us",
	terms: "/help/terms",
	privacy: "/help/privacy",
	security: "/help/online-security",
	join: "/leagues/join",
	status: "/status",
	projections: "/projections",
	"reset-password": "/reset-password",
	"not-found": "/nowhere",
	components: "/components",
});
const MANAGER_PAGES = listManagerPages({
	"league-create": "/leagues/create",
	"mock-drafts": "/leagues/mock-drafts",
	cup: "/leagues/cup",
	"stats-centre": "/stats-centre",
	"stats-matches": "/stats-centre/matches",
	"stats-matchups": "/stats-centre/matchups",
	"stats-ownership": "/stats-centre/ownership",
	rankings: "/rankings",
	results: "/results",
	"result-before-joining": "/results/1",
	"match-centre": "/match-centre",
	leagues: "/leagues",
	"past-seasons": "/past-seasons",
	account: "/my-account",
});
const CONSOLE_SECTIONS = [
	"",
	"calendar",
	"rounds",
	"feeds",
	"corrections",
	"players",
	"prices",
	"winners",
	"draft-leagues",
	"moderation",
	"users",
	"outbox",
	"announcements",
	"rules",
	"seasons",
	"installation",
	"audit",
];

interface ApiResponse {
	readonly success: Readonly<Record<string, unknown>> | null;
	readonly errors: readonly { readonly message: string }[];
}

async function callApi(
	api: APIRequestContext,
	path: string,
	body?: object,
): Promise<Readonly<Record<string, unknown>>> {
	const response =
		body === undefined ? await api.get(`/api/en${path}`) : await api.post(`/api/en${path}`, { data: body });
	const { success, errors } = (await response.json()) as ApiResponse;
	if (success === null) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
	return success;
}

const listIds = (rows: unknown, name: string): number[] =>
	Array.isArray(rows) ? rows.map((row) => Number(row[name])).filter((id) => id > 0) : [];

/** Finds pages whose address contains the id of a player, a rival or a league of the running demo. */
async function findPagesWithIds(api: APIRequestContext): Promise<GalleryPage[]> {
	const players: readonly { readonly id: number }[] = await (await api.get("/json/fantasy/players.json")).json();
	const { rankings } = await callApi(api, "/fantasy/ranks/open-league?limit=2");
	const { leagues } = await callApi(api, "/fantasy/leagues");
	const own = Array.isArray(leagues) ? leagues : [];
	const listDrafts = (status: string) =>
		listIds(
			own.filter(({ draftStatus }) => draftStatus === status),
			"id",
		);
	const { seasons } = await callApi(api, "/fantasy/past-seasons");
	const [season] = listIds(seasons, "id");
	const past = season ? await callApi(api, `/fantasy/past-seasons/${season}`) : {};
	const { lastRound } = (past.season ?? {}) as { readonly lastRound?: number };
	const ranked = season ? (await callApi(api, `/fantasy/past-seasons/${season}/rankings?limit=1`)).rankings : [];
	const [premier] = listIds(ranked, "userId");
	const pastLeagues = season ? (await callApi(api, `/fantasy/past-seasons/${season}/leagues`)).leagues : [];
	const [rival] = listIds(rankings, "userId");
	const [rivalTeam] = listIds(rankings, "teamId");
	const [first, second] = players;
	const tabs = ["about", "ladder", "fixtures", "chat", "invites", "settings", "matchup/3/0"];
	return listManagerPages({
		...(first && second ? { "stats-compare": `/stats-centre/compare?with=${first.id},${second.id}` } : {}),
		...(first ? { player: `/team?player=${first.id}` } : {}),
		...(rivalTeam ? { "why-score": `/team/score/3/${rivalTeam}` } : {}),
		...(rival ? { "rival-team": `/user/team/3/${rival}` } : {}),
		...(season ? { "past-season": `/past-seasons/${season}` } : {}),
		...(premier ? { "past-team": `/past-seasons/${season}/team/${lastRound}/${premier}` } : {}),
		...Object.fromEntries(
			listIds(pastLeagues, "id").map((id, at) => [`past-league-${at + 1}`, `/past-seasons/${season}/leagues/${id}`]),
		),
		...Object.fromEntries(
			listIds(
				own.filter((league) => league.class === "regular"),
				"id",
			)
				.slice(0, 2)
				.flatMap((id, at) =>
					tabs.map((tab) => [`league-${at + 1}-${tab.replaceAll("/", "-")}`, `/leagues/${id}/${tab}`]),
				),
		),
		...Object.fromEntries(
			["setup", "live", "complete"].flatMap((status) =>
				listDrafts(status).map((id) => [`draft-${status}`, `/leagues/${id}/draft`]),
			),
		),
		...Object.fromEntries(listDrafts("complete").map((id) => ["draft-team", `/team/draft/${id}`])),
	});
}

/** A day for each pick, so that the room stands still while it is looked at. */
const SLOW_CLOCK = { clock: "slow", pickTurnTime: 86_400 };

/** The page that is captured before the manager has a team. */
export const EMPTY_TEAM: GalleryPage = { name: "team-empty", address: "/team" };

/** Saves a team for the demo manager, joins two leagues and begins and ends drafts, so that the pages have content. */
export async function setUpManager(api: APIRequestContext): Promise<void> {
	await saveTeam(api);
	await callApi(api, "/fantasy/league", { name: "The Boundary Riders", startId: 5, type: "open" });
	const { leagues } = await callApi(api, "/fantasy/league/show-for-join?type=h2h");
	const [open] = Array.isArray(leagues) ? leagues : [];
	if (open) await callApi(api, `/fantasy/league/${open.code}/join`, {});
	await createDraftLeague({ request: api }, "Before the First Pick");
	await startDraft({ request: api }, await createDraftLeague({ request: api }, "On the Clock", { draft: SLOW_CLOCK }));
	await createDraftedLeague({ request: api }, "Drafted at the Pub");
}

/** Lists every page, those of the operator console last. */
export async function listGalleryPages(api: APIRequestContext): Promise<readonly GalleryPage[]> {
	const team = listManagerPages({ team: "/team", pool: "/team?open=pool" });
	const consolePages = CONSOLE_SECTIONS.map((section) => ({
		name: `console-${section || "overview"}`,
		address: `/operator/${section}`,
		isConsole: true,
	}));
	const bulk = { name: "console-players-bulk", address: "/operator/players?view=bulk", isConsole: true };
	return [...PUBLIC_PAGES, ...MANAGER_PAGES, ...team, ...(await findPagesWithIds(api)), ...consolePages, bulk];
}
