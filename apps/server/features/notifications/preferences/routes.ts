import * as call from "@first-bounce/contract/accounts/notifications";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { acceptUrlEncodedForms } from "../../../plugins/http/url-encoded-forms.ts";
import { createRoutes, route } from "../../../plugins/route.ts";
import { getSessionToken } from "../../../plugins/session.ts";
import { turnOffMails } from "../result-mails/queries.ts";
import {
	createSubscription,
	deleteSubscription,
	getNotifications,
	type NotificationServices,
	savePreferences,
	sendTestMessage,
} from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 30;
const MAX_TESTS_PER_MINUTE = 6;

const getLanguage = ({ params }: FastifyRequest): string => (params as { lang?: string }).lang ?? DEFAULT_LANGUAGE;

/** Registers the calls for notification preferences and subscribed browsers. */
export function registerPreferences(app: FastifyInstance, services: NotificationServices): void {
	const registerLimited = createRoutes(app, { needs: "nothing", perMinute: MAX_CHANGES_PER_MINUTE });
	const getSessionUser = (userId: number, request: FastifyRequest) => ({ userId, token: getSessionToken(request) });
	route(app, call.showNotifications, {
		needs: "nothing",
		handler: ({ caller, request }) => getNotifications(services, getSessionUser(caller.userId, request)),
	});
	registerLimited(call.saveNotificationPreferences, async ({ caller, request, body }) => {
		await savePreferences(services, caller.userId, body);
		return getNotifications(services, getSessionUser(caller.userId, request));
	});
	registerLimited(call.subscribeToPush, async ({ caller, request, body: { endpoint, keys, publicKey } }) => {
		const user = getSessionUser(caller.userId, request);
		const language = getLanguage(request);
		await createSubscription(services, user, { endpoint, ...keys, language, serverKey: publicKey });
		return getNotifications(services, user);
	});
	registerLimited(call.unsubscribeFromPush, async ({ caller, request, body }) => {
		await deleteSubscription(services, caller.userId, body.id);
		return getNotifications(services, getSessionUser(caller.userId, request));
	});
	app.register(async (scope) => {
		// One-click unsubscribe in mail programs sends a form (RFC 8058).
		acceptUrlEncodedForms(scope);
		route(scope, call.unsubscribeFromResultMails, {
			needs: "nothing",
			perMinute: MAX_CHANGES_PER_MINUTE,
			handler: async ({ params, query }) => {
				await turnOffMails(services.db, params.token, query.mails);
				return { unsubscribed: true as const };
			},
		});
	});
	route(app, call.sendTestPush, {
		needs: "nothing",
		perMinute: MAX_TESTS_PER_MINUTE,
		handler: async ({ caller, body }) => {
			await sendTestMessage(services, caller.userId, body.id);
			return { sent: true as const };
		},
	});
}
