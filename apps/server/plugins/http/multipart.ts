import multipart from "@fastify/multipart";
import type { CallDefinition } from "@first-bounce/contract/call";
import { MAX_PICTURE_BYTES } from "@first-bounce/contract/constants";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { getTranslator } from "../../i18n/i18n.ts";
import { getRefusal, getRequestLanguage } from "../errors.ts";
import { Refusal, refuse } from "../refusal.ts";

const PICTURE_FIELD = "avatar";
const LIMITS = {
	fileSize: MAX_PICTURE_BYTES,
	files: 1,
	fields: 30,
	parts: 31,
	fieldSize: 16 * 1024,
	fieldNameSize: 100,
};

/** Accepts multipart/form-data for calls with a picture. The body is read only after the access check. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
	await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: true });
}

/** Converts a field's text to the type that its schema expects. An empty text becomes null if that is valid, else undefined. */
function parseField(schema: z.ZodType | undefined, text: string): unknown {
	const isValid = (value: unknown) => schema?.safeParse(value).success ?? false;
	if (!schema || isValid(text)) return text;
	if (text === "") return [null, undefined].find(isValid);
	const value = parseJson(text);
	return isValid(value) ? value : text;
}

/** Parses a number, a boolean or an object; any other text stays as it is. */
function parseJson(text: string): unknown {
	if (!/^(true|false|-?\d{1,15}|\{.*\})$/s.test(text)) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

async function readParts(request: FastifyRequest) {
	const fields = new Map<string, string>();
	let picture: Buffer | null = null;
	for await (const part of request.parts()) {
		if (part.type === "field") {
			if (part.valueTruncated) throw refuse(413, "body-too-large");
			fields.set(part.fieldname, String(part.value));
			continue;
		}
		if (part.fieldname !== PICTURE_FIELD)
			throw refuse(422, "invalid-field", {
				field: part.fieldname.slice(0, 100),
				reason: getTranslator(getRequestLanguage(request))("fields.no-file"),
			});
		const bytes = await part.toBuffer();
		// Browsers send an empty part if no file was chosen.
		if (bytes.length > 0) picture = bytes;
	}
	return { fields, picture };
}

/** Parses the fields and the picture of a multipart request, for a call that takes one. */
export async function parseForm(request: FastifyRequest, call: Pick<CallDefinition, "body">) {
	const shape = call.body instanceof z.ZodObject ? (call.body.shape as Record<string, z.ZodType>) : {};
	const { fields, picture } = await readParts(request).catch((error) => {
		if (error instanceof Refusal) throw error;
		// Any error of the multipart parser is the client's.
		throw getRefusal(error) ?? refuse(400, "malformed-body");
	});
	const values = [...fields].map(([name, text]) => [name, parseField(shape[name], text)] as const);
	return { fields: Object.fromEntries(values), picture };
}
