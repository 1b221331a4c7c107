import { expect, test } from "vitest";
import { escapeDiscord, escapeSlack, formatPayload } from "./format-payload.ts";

const place = { leagueName: "The <Club>", url: "https://bounce.example/leagues/7/chat" };

test("names cannot mention people, make links or format text on Slack [D2.7.63]", () => {
	expect(escapeSlack("<!channel> & *bold* _x_")).toBe("&lt;!channel&gt; &amp; *\u2060bold*\u2060 _\u2060x_\u2060");
	expect(escapeSlack("https://evil.example")).toBe("https:\u2060//evil.example");
	const { text } = JSON.parse(formatPayload("slack", { title: "Round 1", lines: ["<@U123> beat <!here>"] }, place));
	expect(text).toBe(
		"*<https://bounce.example/leagues/7/chat|The &lt;Club&gt; · Round 1>*\n&lt;@U123&gt; beat &lt;!here&gt;",
	);
});

test("names cannot mention people, make links or format text on Discord [D2.7.63]", () => {
	expect(escapeDiscord("@everyone **b** [x](https://evil.example) <@1>")).toBe(
		"\\@everyone \\*\\*b\\*\\* \\[x\\]\\(https\\:\u200b//evil.example\\) \\<\\@1\\>",
	);
	const payload = JSON.parse(formatPayload("discord", { title: "Round 1", lines: ["@everyone"] }, place));
	expect(payload).toEqual({
		embeds: [{ title: "The \\<Club\\> · Round 1", url: place.url, description: "\\@everyone" }],
		allowed_mentions: { parse: [] },
	});
});

test("long texts are cut to what the services accept", () => {
	const lines = Array.from({ length: 1_000 }, () => "A line of a long recap");
	const { embeds } = JSON.parse(formatPayload("discord", { title: "x".repeat(400), lines }, place));
	expect(embeds[0].title).toHaveLength(250);
	expect(embeds[0].description.length).toBeLessThanOrEqual(4_096);
	const marked = JSON.parse(formatPayload("discord", { title: "Round 1", lines: ["*".repeat(3_000)] }, place));
	expect(marked.embeds[0].description).toHaveLength(4_096);
});

test("an emoji is not cut in half", () => {
	const { text } = JSON.parse(formatPayload("slack", { title: "Round 1", lines: ["🏉".repeat(2_000)] }, place));
	expect(text).toMatch(/🏉…$/u);
});
