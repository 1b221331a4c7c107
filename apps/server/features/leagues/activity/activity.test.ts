import {
	announceToLeague,
	listLeagueActivity,
	removeAnnouncement,
	reportAnnouncement,
} from "@first-bounce/contract/leagues/league-activity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;
let id: number;

beforeAll(async () => {
	app = await createTestApp();
	[ada, bea, cleo] = (await createLeagueManagers(app, 3)) as [LeagueManager, LeagueManager, LeagueManager];
	id = (await createLeagueWith([ada, bea])).id;
});
afterAll(() => app.close());

const postAnnouncement = (manager: LeagueManager, text: string) =>
	manager.client(announceToLeague, { params: { id }, body: { text } });
const listTexts = async ({ client }: Pick<LeagueManager, "client">) => {
	const { events } = await client(listLeagueActivity, { params: { id } });
	return events.flatMap((event) => (event.kind === "announcement" ? [event.text] : []));
};

describe("an announcement", () => {
	test("is posted by the commissioner and read by members with breaks", async () => {
		const { event } = await postAnnouncement(ada, "Drinks at the Rose\r\nafter round 3");
		expect(event).toMatchObject({ kind: "announcement", text: "Drinks at the Rose\nafter round 3", mayRemove: true });
		expect(await listTexts(bea)).toEqual(["Drinks at the Rose\nafter round 3"]);
		expect((await getApiFailure(postAnnouncement(bea, "Me too"))).code).toBe("not-commissioner");
		expect((await getApiFailure(cleo.client(listLeagueActivity, { params: { id } }))).code).toBe("league-members-only");
	});

	test("is checked like a name", async () => {
		expect((await getApiFailure(postAnnouncement(ada, "you sh1t"))).code).toBe("league-announcement-not-allowed");
		expect((await getApiFailure(postAnnouncement(ada, "   "))).code).toBe("invalid-field");
		expect((await getApiFailure(postAnnouncement(ada, "a".repeat(501)))).code).toBe("invalid-field");
	});

	test("disappears for the member who reports it, marked for its author", async () => {
		const { event } = await postAnnouncement(ada, "Something unkind");
		const params = { id, eventId: event.id };
		await bea.client(reportAnnouncement, { params });
		await bea.client(reportAnnouncement, { params });
		expect(await listTexts(bea)).not.toContain("Something unkind");
		const { events } = await ada.client(listLeagueActivity, { params: { id } });
		expect(events.find((candidate) => candidate.id === event.id)).toMatchObject({ isReported: true });
		expect((await getApiFailure(ada.client(reportAnnouncement, { params }))).code).toBe("league-announcement-unknown");
		expect((await getApiFailure(cleo.client(reportAnnouncement, { params }))).code).toBe("league-members-only");
	});

	test("is removed by the commissioner and no one else", async () => {
		const { event } = await postAnnouncement(ada, "Mine");
		const params = { id, eventId: event.id };
		expect((await getApiFailure(bea.client(removeAnnouncement, { params }))).code).toBe("not-commissioner");
		await ada.client(removeAnnouncement, { params });
		expect(await listTexts(ada)).not.toContain("Mine");
		expect((await getApiFailure(ada.client(removeAnnouncement, { params }))).code).toBe("league-announcement-unknown");
	});

	test("is refused if it is the sixth of the day", async () => {
		await postAnnouncement(ada, "The fourth");
		await postAnnouncement(ada, "The fifth");
		const refused = await getApiFailure(postAnnouncement(ada, "The sixth"));
		expect([refused.status, refused.code]).toEqual([429, "too-many-announcements"]);
	});
});

test("activity is paged, newest first", async () => {
	const first = await ada.client(listLeagueActivity, { params: { id }, query: { limit: 2 } });
	const second = await ada.client(listLeagueActivity, {
		params: { id },
		query: { limit: 2, page: first.nextPage ?? 0 },
	});
	const ids = [...first.events, ...second.events].map((event) => event.id);
	expect(ids).toEqual(ids.toSorted((a, b) => b - a));
	expect(new Set(ids).size).toBe(4);
});
