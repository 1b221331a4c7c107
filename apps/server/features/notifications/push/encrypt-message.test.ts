import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { encryptMessage } from "./encrypt-message.ts";

test("a message is encrypted as in the example of RFC 8291", () => {
	const sender = createECDH("prime256v1");
	sender.setPrivateKey("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url");
	const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
	const receiver = {
		p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
		auth: "BTBZMqHH6r4Tts7J_aSIgg",
	};
	const message = encryptMessage("When I grow up, I want to be a watermelon", receiver, { sender, salt });
	expect(message.toString("base64url")).toBe(
		"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
	);
});

test("encrypting the same message twice gives different bytes", () => {
	const key = createECDH("prime256v1");
	const receiver = { p256dh: key.generateKeys("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };
	const [one, two] = [1, 2].map(() => encryptMessage("Ada is out", receiver));
	expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
});
