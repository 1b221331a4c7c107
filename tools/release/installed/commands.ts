import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

const START_TIMEOUT_MS = 180_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Runs a program and returns its output. If the program fails, throws an error with the output. */
export function run(command: string, args: readonly string[], cwd?: string): string {
	const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 64 << 20 });
	if (status === 0) return stdout;
	throw new Error(`${command} ${args.join(" ")} ended with ${status ?? error?.message}:\n${stdout}${stderr}`);
}

/** Starts a program and returns a function that stops it; `ended` resolves with its exit code. */
export function start(
	command: string,
	args: readonly string[],
	options: { env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
) {
	const child: ChildProcess = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk) => {
			output += chunk;
		});
	const ended = once(child, "close");
	const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
		child.kill(signal);
		return (await ended)[0];
	};
	return { stop, ended: ended.then(([code]): number | null => code), readLog: () => output };
}

export interface HttpResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: string;
}

export interface RequestOptions {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
	/** Ends the request once the body so far matches, for streams that do not end. */
	readonly until?: RegExp;
}

/** Sends a request. Certificates are not checked, because the tests sign their own. */
export function sendRequest(
	address: string,
	{ method = "GET", headers = {}, body, until }: RequestOptions = {},
): Promise<HttpResponse> {
	const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
	const url = new URL(address);
	const content = body === undefined ? null : JSON.stringify(body);
	const send = url.protocol === "https:" ? requestTls : requestPlain;
	const type: Record<string, string> = content === null ? {} : { "content-type": "application/json" };
	const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
	const options = { method, signal, agent: false, rejectUnauthorized: false, headers: { ...type, ...headers } };
	const request = send(url, options, (response) => {
		let text = "";
		const finish = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
		response.setEncoding("utf8").on("data", (chunk) => {
			text += chunk;
			if (!until?.test(text)) return;
			finish();
			request.destroy();
		});
		response.on("end", finish).on("error", reject);
	});
	request.on("error", reject).end(content);
	return promise;
}

export async function waitUntilReady(address: string, readLog: () => string): Promise<void> {
	for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await wait(500)) {
		const answer = await sendRequest(`${address}/readyz`).catch(() => null);
		if (answer?.status === 200) return;
	}
	throw new Error(`${address} did not become ready:\n${readLog()}`);
}

/** Prints that a check has passed, or throws an error with the actual value. */
export function check(isTrue: boolean, name: string, actual: unknown = ""): void {
	if (!isTrue) throw new Error(`FAIL ${name}: ${typeof actual === "string" ? actual : JSON.stringify(actual)}`);
	console.log(`ok   ${name}`);
}

/** Signs in as the demo manager; returns the cookies, and whether browsers send them over TLS only. */
export async function signIn(address: string): Promise<{ readonly cookie: string; readonly isSecure: boolean }> {
	const body = { email: "demo@firstbounce.example", password: "bounce-it-high-1897" };
	const { status, headers, body: text } = await sendRequest(`${address}/api/en/auth/login`, { method: "POST", body });
	check(status === 200, "the demo manager signs in", text);
	const cookies = [headers["set-cookie"] ?? []].flat();
	return {
		cookie: cookies.map((line) => line.split(";")[0]).join("; "),
		isSecure: cookies.length > 0 && cookies.every((line) => /; Secure/i.test(line)),
	};
}

/** The user and group ids of `nobody` on this machine. */
export function findNobody(): { readonly uid: number; readonly gid: number } {
	const line = readFileSync("/etc/passwd", "utf8")
		.split("\n")
		.find((line) => line.startsWith("nobody:"));
	const [, , uid, gid] = line?.split(":") ?? [];
	return { uid: Number(uid), gid: Number(gid) };
}
