import { once } from "node:events";
import { createServer } from "node:net";

/** Builds a message of PostgreSQL's protocol: its type, its length and its content. */
function buildMessage(type: string, ...parts: readonly (string | number | Buffer)[]): Buffer {
	const content = Buffer.concat(
		parts.map((part) => {
			if (typeof part === "string") return Buffer.from(`${part}\0`);
			if (typeof part !== "number") return part;
			const bytes = Buffer.alloc(4);
			bytes.writeInt32BE(part);
			return bytes;
		}),
	);
	const length = Buffer.alloc(4);
	length.writeInt32BE(content.length + 4);
	return Buffer.concat([Buffer.from(type), length, content]);
}

/** Starts a stand-in for PostgreSQL that lets everyone in and answers every query with one number, given as text. */
export async function startOldPostgres(answer: string) {
	// ReadyForQuery. The other messages are RowDescription, DataRow, CommandComplete and AuthenticationOk.
	const ready = buildMessage("Z", Buffer.from("I"));
	const encodeInt16 = (value: number) => Buffer.from([value >> 8, value & 255]);
	const column = [encodeInt16(1), "version", 0, encodeInt16(0), 23, encodeInt16(4), -1, encodeInt16(0)];
	const row = [encodeInt16(1), answer.length, Buffer.from(answer)];
	const rows = [buildMessage("T", ...column), buildMessage("D", ...row), buildMessage("C", "SELECT 1"), ready];
	const old = createServer((socket) => {
		socket.on("error", () => undefined);
		socket.once("data", () => {
			socket.write(Buffer.concat([buildMessage("R", 0), ready]));
			socket.on("data", (bytes) => {
				if (bytes.toString("latin1", 0, 1) === "Q") socket.write(Buffer.concat(rows));
				else socket.end();
			});
		});
	});
	old.listen(0, "127.0.0.1");
	await once(old, "listening");
	const address = old.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return { host: `127.0.0.1:${port}`, close: () => new Promise<unknown>((resolve) => old.close(resolve)) };
}
