import type { APIRequestContext } from "@playwright/test";
import { saveTeam } from "../../e2e/testing/save-team.ts";

export interface GalleryPage {
	readonly name: string;
	readonly address: string;
	/** Shown to a visitor; to the demo's manager otherwise. */
	readonly isPublic?: boolean;
	/** Addresses before which the console's second factor is given. */
	readonly isConsole?: boolean;
}

const visitors = (pages: Readonly<Record<string, string>>): GalleryPage[] =>
	Object.entries(pages).map(([name, address]) => ({ name, address, isPublic: true }));
const managers = (pages: Readonly<Record<string, string>>): GalleryPage[] =>
	Object.entries(pages).map(([name, address]) => ({ name, address }));

const PUBLIC = visitors({
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
	"reset-password": "/reset-password",
	"not-found": "/nowhere",
	components: "/components",
});
const OWN = managers({
	"league-create": "/leagues/create",
	"stats-centre": "/stats-centre",
	"stats-matches": "/stats-centre/matches",
	"stats-matchups": "/stats-centre/matchups",
	rankings: "/rankings",
	leagues: "/leagues",
	account: "/my-account",
});
const CONSOLE = [
	...["", "rounds", "feeds", "corrections", "players", "prices", "moderation", "users", "outbox"],
	...["announcements", "seasons", "audit"],
];

interface Answer {
	readonly success: Readonly<Record<string, unknown>> | null;
	readonly errors: readonly { readonly message: string }[];
}

async function ask(api: APIRequestContext, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
	const answer =
		body === undefined ? await api.get(`/api/en${path}`) : await api.post(`/api/en${path}`, { data: body });
	const { success, errors } = (await answer.json()) as Answer;
	if (success === null) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
	return success;
}

const idsOf = (rows: unknown, name: string): number[] =>
	Array.isArray(rows) ? rows.map((row) => Number(row[name])).filter((id) => id > 0) : [];

/** Pages whose address names a player, a rival or a league: taken from the running demo. */
async function namedPages(api: APIRequestContext): Promise<GalleryPage[]> {
	const players: readonly { readonly id: number }[] = await (await api.get("/json/fantasy/players.json")).json();
	const { rankings } = await ask(api, "/fantasy/ranks/open-league?limit=2");
	const { leagues } = await ask(api, "/fantasy/leagues");
	const [rival] = idsOf(rankings, "userId");
	const [rivalTeam] = idsOf(rankings, "teamId");
	const [first, second] = players;
	const tabs = ["about", "ladder", "fixtures", "invites", "settings", "matchup/3/0"];
	return managers({
		...(first && second ? { "stats-compare": `/stats-centre/compare?with=${first.id},${second.id}` } : {}),
		...(first ? { player: `/team?player=${first.id}` } : {}),
		...(rivalTeam ? { "why-score": `/team/score/3/${rivalTeam}` } : {}),
		...(rival ? { "rival-team": `/user/team/3/${rival}` } : {}),
		...Object.fromEntries(
			idsOf(leagues, "id")
				.slice(0, 2)
				.flatMap((id, at) =>
					tabs.map((tab) => [`league-${at + 1}-${tab.replaceAll("/", "-")}`, `/leagues/${id}/${tab}`]),
				),
		),
	});
}

/** The one page that is taken before the manager has a team. */
export const EMPTY_TEAM: GalleryPage = { name: "team-empty", address: "/team" };

/** Fills the manager's team and gives her two leagues, so that the pages have something to show. */
export async function beginPlaying(api: APIRequestContext): Promise<void> {
	await saveTeam(api);
	await ask(api, "/fantasy/league", { name: "The Boundary Riders", startId: 5, type: "open" });
	const { leagues } = await ask(api, "/fantasy/league/show-for-join?type=h2h");
	const [open] = Array.isArray(leagues) ? leagues : [];
	if (open) await ask(api, `/fantasy/league/${open.code}/join`, {});
}

/** Every page of the product, in the order of the menu; the console's last. */
export async function galleryPages(api: APIRequestContext): Promise<readonly GalleryPage[]> {
	const team = managers({ team: "/team", pool: "/team?open=pool" });
	const consolePages = CONSOLE.map((section) => ({
		name: `console-${section || "overview"}`,
		address: `/operator/${section}`,
		isConsole: true,
	}));
	return [...PUBLIC, ...OWN, ...team, ...(await namedPages(api)), ...consolePages];
}
