import { describe, expect, test } from "vitest";
import { cleanMessageText, listMentionedIds, replaceMentions, splitMessage } from "./message-text.ts";

describe("the text of a message", () => {
	test("keeps emoji, accents and line breaks", () => {
		expect(cleanMessageText("  Allez les filles! 👩🏽‍🚒\r\nÇa va?  ")).toBe("Allez les filles! 👩🏽‍🚒\nÇa va?");
	});

	test("has no characters that are invisible or change the direction of others", () => {
		expect(cleanMessageText("a\u0000b\u0007c\u202edcba\u2066x\u200by\ufeffz")).toBe("abcdcbaxyz");
		expect(cleanMessageText("half \ud800 a pair")).toBe("half  a pair");
	});

	test("is empty if nothing visible is left", () => {
		for (const text of ["", " \n\t ", "\u200d\u200c", "\u3164\u2800", "\u0301\u0301"])
			expect(cleanMessageText(text)).toBe("");
	});

	test("has limited accents, empty lines and lines [D2.7.51]", () => {
		expect(cleanMessageText(`z${"\u0336".repeat(300)}algo`)).toBe(`z${"\u0336".repeat(4)}algo`);
		expect(cleanMessageText("one\n\n\n\n\ntwo")).toBe("one\n\ntwo");
		expect(
			cleanMessageText(Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n")).split("\n"),
		).toHaveLength(41);
	});

	test("names the members it mentions, each once", () => {
		expect(listMentionedIds("<@7> and <@12>, <@7> again, <@0>, <@x>, @7, <@9999999999>")).toEqual([7, 12]);
		expect(replaceMentions("<@7>, look", () => "Sunday Kickers")).toBe("@Sunday Kickers, look");
	});

	test("is split into words, mentions and web addresses", () => {
		expect(splitMessage("<@7> see https://afl.com.au/aflw?x=1, mate (http://a.test/b).")).toEqual([
			{ kind: "mention", userId: 7 },
			{ kind: "text", text: " see " },
			{ kind: "link", text: "https://afl.com.au/aflw?x=1", href: "https://afl.com.au/aflw?x=1" },
			{ kind: "text", text: ", mate (" },
			{ kind: "link", text: "http://a.test/b", href: "http://a.test/b" },
			{ kind: "text", text: ")." },
		]);
	});

	test("links to nothing but web pages", () => {
		for (const text of [
			"javascript:alert(1)",
			"data:text/html,<script>alert(1)</script>",
			"<img src=x onerror=alert(1)>",
			"file:///etc/passwd",
			"https://",
			"https://bank.test@evil.test/",
		])
			expect(splitMessage(text)).toEqual([{ kind: "text", text }]);
	});
});
