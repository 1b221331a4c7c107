import { LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { negotiateLanguage } from "../../../i18n/negotiate-language.ts";
import { setRetryAfter } from "../../../plugins/errors.ts";
import type { Refusal } from "../../../plugins/refusal.ts";
import { renderErrorPage } from "./pages.ts";

/** Gets the language from the cookie or the browser, because these pages have none in their address. */
export const getLanguage = ({ cookies, headers }: FastifyRequest): Language =>
	negotiateLanguage(cookies[LANGUAGE_COOKIE], headers["accept-language"]);

export const sendHtml = (reply: FastifyReply, status: number, body: string): FastifyReply =>
	reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(body);

export const sendErrorPage = (
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, text }: { readonly status: number; readonly text: string },
): FastifyReply => sendHtml(reply, status, renderErrorPage(getLanguage(request), text));

/** Creates the `sendRefusal` of routes that browsers open, which renders the refusal's message as a page. */
export const createRefusalSender =
	(renderPage: (language: Language, message: string) => string) =>
	(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
		const [{ code, data }] = refusal.reasons;
		const language = getLanguage(request);
		setRetryAfter(reply, refusal);
		return sendHtml(reply, refusal.status, renderPage(language, formatErrorMessage(language, code, data)));
	};

export const sendRefusalPage = createRefusalSender(renderErrorPage);
