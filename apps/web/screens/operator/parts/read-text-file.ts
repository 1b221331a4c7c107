import { decodeUpload } from "@first-bounce/contract/operator/text-table";

/** Reads a text file, such as a CSV file, in any encoding that spreadsheets write. */
export const readTextFile = async (file: File): Promise<string> =>
	decodeUpload(new Uint8Array(await file.arrayBuffer()));
