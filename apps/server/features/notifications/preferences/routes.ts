import * as call from "@first-bounce/contract/accounts/notifications";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { route } from "../../../plugins/route.ts";
import { sessionToken } from "../../../plugins/session.ts";
import {
	type NotificationServices,
	savePreferences,
	sendTest,
	showNotices,
	subscribe,
	unsubscribe,
} from "./service.ts";

const CHANGES_A_MINUTE = 30;
const TESTS_A_MINUTE = 6;

const languageOf = ({ params }: FastifyRequest): string => (params as { lang?: string }).lang ?? "en";

/** What somebody wants to be told, and where. */
export function registerNotifications(app: FastifyInstance, services: NotificationServices): void {
	const asking = (userId: number, request: FastifyRequest) => ({ userId, token: sessionToken(request) });
	route(app, call.showNotifications, {
		needs: "nothing",
		handler: ({ caller, request }) => showNotices(services, asking(caller.userId, request)),
	});
	route(app, call.saveNotificationPreferences, {
		needs: "nothing",
		perMinute: CHANGES_A_MINUTE,
		handler: async ({ caller, request, body }) => {
			await savePreferences(services, caller.userId, body);
			return showNotices(services, asking(caller.userId, request));
		},
	});
	route(app, call.subscribeToPush, {
		needs: "nothing",
		perMinute: CHANGES_A_MINUTE,
		handler: async ({ caller, request, body: { endpoint, keys } }) => {
			const who = asking(caller.userId, request);
			await subscribe(services, who, { endpoint, ...keys, language: languageOf(request) });
			return showNotices(services, who);
		},
	});
	route(app, call.unsubscribeFromPush, {
		needs: "nothing",
		perMinute: CHANGES_A_MINUTE,
		handler: async ({ caller, request, body }) => {
			await unsubscribe(services, caller.userId, body.id);
			return showNotices(services, asking(caller.userId, request));
		},
	});
	route(app, call.sendTestPush, {
		needs: "nothing",
		perMinute: TESTS_A_MINUTE,
		handler: async ({ caller, body }) => {
			await sendTest(services, caller.userId, body.id);
			return { sent: true as const };
		},
	});
}
