import type { FastifyInstance } from "fastify";
import { registerAnnouncements } from "./announcements/routes.ts";
import { registerPreferences } from "./preferences/routes.ts";
import type { NotificationServices } from "./preferences/service.ts";

/** Registers the calls for push notifications and for the operators' announcements. */
export function registerNotifications(app: FastifyInstance, services: NotificationServices): void {
	registerPreferences(app, services);
	registerAnnouncements(app, services);
}
