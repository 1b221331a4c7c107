import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEmails } from "./emails.ts";

describe("addresses to invite", () => {
	test("are separated by commas or new lines, and trimmed (D2.5.11, D2.5.12)", () => {
		expect(parseEmails(" a@x.io ,b@x.io\n\tc@x.io\r\n,,\n")).toEqual({
			emails: ["a@x.io", "b@x.io", "c@x.io"],
			incorrect: [],
		});
	});

	test("are unique, ignoring case (D2.5.14)", () => {
		expect(parseEmails("a@x.io, A@X.io\na@x.io").emails).toHaveLength(1);
	});

	test("are validated; invalid ones are listed separately (D2.5.13)", () => {
		const { emails, incorrect } = parseEmails("abc, d@, e@x, f@x.io, g@x.io;h@x.io, i j@x.io, @x.io");
		expect(emails).toEqual(["f@x.io"]);
		expect(incorrect).toEqual(["abc", "d@", "e@x", "g@x.io;h@x.io", "i j@x.io", "@x.io"]);
	});

	test("are parsed with any of the separators", () => {
		const separators = fc.constantFrom(",", "\n", " , ", "\r\n", ",\n");
		fc.assert(
			fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 999 })), separators, (ids, separator) => {
				const addresses = ids.map((id) => `p${id}@example.org`);
				expect(parseEmails(addresses.join(separator))).toEqual({ emails: addresses, incorrect: [] });
			}),
		);
	});
});
