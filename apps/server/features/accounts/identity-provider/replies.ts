import type { Language } from "@first-bounce/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { setRetryAfter } from "../../../plugins/errors.ts";
import type { Refusal } from "../../../plugins/refusal.ts";
import { renderErrorPage } from "./pages.ts";

export const sendHtml = (reply: FastifyReply, status: number, body: string): FastifyReply =>
	reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(body);

export const sendErrorPage = (
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, text }: { readonly status: number; readonly text: string },
): FastifyReply => sendHtml(reply, status, renderErrorPage(getPageLanguage(request), text));

/** Creates the `sendRefusal` of routes that browsers open, which renders the refusal's message as a page. */
export const createRefusalSender =
	(renderPage: (language: Language, message: string) => string) =>
	(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
		const [{ code, data }] = refusal.reasons;
		const language = getPageLanguage(request);
		setRetryAfter(reply, refusal);
		return sendHtml(reply, refusal.status, renderPage(language, formatErrorMessage(language, code, data)));
	};

export const sendRefusalPage = createRefusalSender(renderErrorPage);
