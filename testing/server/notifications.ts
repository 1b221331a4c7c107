import {
	type NotificationPreferences,
	saveNotificationPreferences,
	subscribeToPush,
} from "@first-bounce/contract/accounts/notifications";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { listDraftPlaces } from "../../apps/server/features/leagues/own-places.ts";
import { createNoticeCreator } from "../../apps/server/features/notifications/notices/create-notices.ts";
import { deliverNotices } from "../../apps/server/features/notifications/notices/deliver-notices.ts";
import type { ListDraftPlaces } from "../../apps/server/features/notifications/notices/draft-results.ts";
import type { Push } from "../../apps/server/features/notifications/push/push.ts";
import { createSendPush } from "../../apps/server/features/notifications/push/send-push.ts";
import { createVapidKeyPair } from "../../apps/server/features/notifications/push/vapid.ts";
import { createResultMailQueue } from "../../apps/server/features/notifications/result-mails/queue-result-mails.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { createFindTeam } from "../../apps/server/features/team/team-queries.ts";
import type { PushService } from "../services/push-service.ts";
import { type Client, TEST_URL, type TestApp } from "./test-app.ts";

export interface ReceivedMessage {
	readonly title: string;
	readonly body: string;
	readonly tag: string;
	readonly url: string;
	readonly swap?: {
		readonly label: string;
		readonly url: string;
		readonly call: { readonly address: string; readonly body: object } | null;
		readonly done: string;
	};
}

/** Creates a push sender that may send to push services on this machine. */
export function createLoopbackPush(): Push {
	const pair = createVapidKeyPair();
	const findKeys = async () => pair;
	const send = createSendPush(findKeys, { contact: "mailto:operator@bounce.example", allowsLoopback: true }, 2_000);
	return { findKeys, send, allowsLoopback: true, close: send.close };
}

export const DEFAULT_PREFERENCES: NotificationPreferences = {
	lockReminders: "off",
	minutesBefore: 60,
	lateOuts: false,
	roundResults: false,
	resultMails: false,
	draftMoves: true,
	draftMails: false,
	leagueMessages: "none",
	quietHours: null,
	zone: "Australia/Melbourne",
};

const createListDraftPlaces =
	({ database: { db } }: Pick<TestApp, "database">): ListDraftPlaces =>
	(season, key) =>
		listDraftPlaces({ db, season }, key);

/** Saves preferences, subscribes a browser of the client, and returns getters of the messages that it received. */
export async function subscribeBrowser(
	client: Client,
	service: PushService,
	preferences: Partial<NotificationPreferences>,
): Promise<{
	readonly messages: () => readonly ReceivedMessage[];
	readonly topics: () => readonly unknown[];
	readonly path: string;
}> {
	const browser = service.browser();
	const path = new URL(browser.subscription.endpoint).pathname;
	await client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, ...preferences } });
	await client(subscribeToPush, { body: browser.subscription });
	const listReceived = () => service.received.filter((request) => request.path === path);
	return {
		path,
		messages: () => listReceived().map(({ body }) => browser.read(body) as ReceivedMessage),
		topics: () => listReceived().map(({ headers }) => headers.topic),
	};
}

/** Creates the notice tasks of one server. `step` creates the notices that are due and sends them. */
export function createNoticeTasks(app: TestApp, push: Push, apiBase = "/api") {
	const { pool, db } = app.database;
	const createNotices = createNoticeCreator(pool, app.clocks);
	const deliver = () =>
		deliverNotices({
			pool,
			db,
			seasons: app.seasons,
			clocks: app.clocks,
			send: push.send,
			apiBase,
			listDraftPlaces: createListDraftPlaces(app),
		});
	return {
		create: () => createNotices(app.seasons.current()),
		deliver,
		step: async () => {
			await createNotices(app.seasons.current());
			await deliver();
		},
	};
}

/** Sets the status of these players, or of all players, as a feed would. */
export async function setStatus(app: TestApp, status: PlayerStatus, ids?: readonly PlayerId[]): Promise<void> {
	await app.database.db.transaction().execute(async (trx) => {
		await trx
			.updateTable("players")
			.set({ status, status_round_id: findCurrentRound(app.seasons.current().rounds)?.id ?? null })
			.$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
			.execute();
		await incrementDataVersion(trx, app.season.id);
	});
	await app.seasons.refresh();
}

/** Puts the mails that wait into the outbox, as a server does every few seconds. */
export const queueMails = (app: TestApp): Promise<number> => {
	const { pool } = app.database;
	const services = { pool, clocks: app.clocks, findTeam: createFindTeam(pool), publicUrl: TEST_URL };
	return createResultMailQueue({ ...services, listDraftPlaces: createListDraftPlaces(app) })(app.seasons.current());
};
