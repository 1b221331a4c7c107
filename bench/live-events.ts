import { type ClientRequest, request } from "node:http";

/**
 * Opens the live stream of an account, and calls back with the data of each event of this name. Resolves once the stream
 * has sent anything.
 */
export function openLiveStream(
	address: string,
	token: string,
	{ event, onData }: { readonly event: string; readonly onData: (data: string) => void },
): Promise<ClientRequest> {
	const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
	const start = `event: ${event}\ndata: `;
	let buffered = "";
	const stream = request(`${address}/api/en/live`, { headers: { "x-sid": token } }, (response) => {
		response.setEncoding("utf8");
		response.on("error", () => undefined);
		response.on("data", (chunk: string) => {
			const blocks = (buffered + chunk).split("\n\n");
			buffered = blocks.pop() ?? "";
			for (const block of blocks) if (block.includes(start)) onData(block.slice(block.indexOf(start) + start.length));
			resolve(stream);
		});
	});
	stream.on("error", reject);
	stream.end();
	return promise;
}
