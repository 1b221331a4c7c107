import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { registerManager } from "../testing/browser/team.ts";

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

async function createLeague(request: APIRequestContext): Promise<{ id: number; code: string }> {
	const rounds: { id: number; status: string }[] = await (await request.get("/json/fantasy/rounds.json")).json();
	const startId = rounds.find(({ status }) => status === "scheduled")?.id ?? 1;
	const response = await request.post("/api/en/fantasy/league", { data: { name: "Siren Chasers", startId } });
	return (await response.json()).success.league;
}

test.describe("a league's conversation", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let commissioner: BrowserSession;
	let member: BrowserSession;
	let leagueId = 0;

	const log = ({ page }: BrowserSession) => page.getByRole("log", { name: "Messages" });
	const getMessageField = ({ page }: BrowserSession) => page.getByRole("textbox", { name: "Message" });
	const getMessage = (session: BrowserSession, text: string) =>
		log(session).getByRole("listitem").filter({ hasText: text });
	const send = async (session: BrowserSession, text: string) => {
		await getMessageField(session).fill(text);
		await session.page.getByRole("button", { name: "Send" }).click();
	};
	const chooseAction = async (session: BrowserSession, text: string, action: string) => {
		// Replies, which come later, quote the text too.
		const actions = getMessage(session, text).getByRole("button", { name: /^Message from/ });
		await actions.first().click();
		await session.page.getByRole("menuitem", { name: action }).click();
	};
	const openChat = async ({ page }: { readonly page: Page }) => {
		await page.goto(`/leagues/${leagueId}/chat`);
		await page.getByRole("log", { name: "Messages" }).waitFor();
	};

	test.beforeAll(async () => {
		commissioner = await fixture.openSession(DESKTOP);
		member = await fixture.openSession(PHONE, { touch: true, dark: true });
		await registerManager(commissioner.page.request, "Tayla");
		await registerManager(member.page.request, "Marli");
		const { id, code } = await createLeague(commissioner.page.request);
		leagueId = id;
		await member.page.request.post(`/api/en/fantasy/league/${code}/join`, { data: {} });
	});

	test("starts empty, and a message appears live as plain text", async () => {
		await openChat(commissioner);
		await openChat(member);
		await commissioner.page.getByText("No messages yet").waitFor();
		await expectNoPageProblems(commissioner);
		await expectNoPageProblems(member);
		await send(commissioner, "Who's your captain?");
		await getMessage(member, "Who's your captain?").waitFor();
		await send(commissioner, HOSTILE);
		await getMessage(member, HOSTILE).waitFor();
		expect(await log(member).locator("img, script").count()).toBe(0);
		await expectNoPageProblems(member);
	});

	test("the commissioner pins a message for everyone, and unpins it [D2.7.80]", async () => {
		await send(commissioner, "Dues by Friday, please");
		await chooseAction(commissioner, "Dues by Friday, please", "Pin for everyone");
		const getPanel = ({ page }: BrowserSession) =>
			page.getByRole("group").filter({ hasText: "Dues by Friday, please" });
		await getPanel(member).getByText("Pinned", { exact: true }).click();
		await getPanel(member).getByText("Pinned by Tayla's own").waitFor();
		await expectNoPageProblems(member);
		await expectNoPageProblems(commissioner);
		await member.page.reload();
		await expect(getPanel(member).getByText("Pinned by Tayla's own")).toBeHidden();
		await chooseAction(commissioner, "Dues by Friday, please", "Unpin");
		await expect(getPanel(member)).toHaveCount(0);
		await getMessage(member, "Dues by Friday, please").waitFor();
	});

	test("a member replies, reacts and mentions, and others see it", async () => {
		await chooseAction(member, "Who's your captain?", "Reply");
		await member.page.getByText("Replying to Tayla's own").waitFor();
		await send(member, "Conti, easily 🏉 https://afl.com.au/aflw");
		const reply = getMessage(commissioner, "Conti, easily");
		await expect(reply.locator("blockquote")).toHaveText("Tayla's own Who's your captain?");
		await expect(reply.getByRole("link")).toHaveAttribute("rel", "nofollow ugc noopener noreferrer");
		await getMessage(member, "Who's your captain?").getByRole("button", { name: "React with 🔥" }).click();
		await getMessage(commissioner, "Who's your captain?").getByRole("button", { name: "🔥 1 reaction" }).waitFor();
		await getMessageField(member).pressSequentially("Agree @Tay");
		await member.page.getByRole("option", { name: "Tayla's own" }).waitFor();
		await getMessageField(member).press("Enter");
		await expect(getMessageField(member)).toHaveValue("Agree @Tayla's own ");
		await member.page.getByRole("button", { name: "Send" }).click();
		await expect(getMessage(commissioner, "Agree").locator("b").last()).toHaveText("@Tayla's own");
		await expectNoPageProblems(commissioner);
	});

	test("unread messages are counted on list and tab until read", async () => {
		const { page } = member;
		await page.goto("/leagues");
		await page.getByRole("link", { name: "Siren Chasers", exact: true }).waitFor();
		await send(commissioner, "Anyone there?");
		const chat = page.getByRole("link", { name: "Chat 1 unread message" });
		await chat.waitFor();
		await expectNoPageProblems(member);
		await page.getByRole("link", { name: "Siren Chasers", exact: true }).click();
		await page.getByRole("link", { name: "Chat 1 unread message" }).waitFor();
		await page.goBack();
		await chat.click();
		await getMessage(member, "Anyone there?").waitFor();
		await page.getByRole("link", { name: "Chat", exact: true }).waitFor();
	});

	test("a removed message disappears for everyone, a reported for the reporter", async () => {
		await chooseAction(commissioner, "Anyone there?", "Remove");
		await expect(getMessage(member, "Anyone there?")).toHaveCount(0);
		await chooseAction(member, HOSTILE, "Report");
		await expect(getMessage(member, HOSTILE)).toHaveCount(0);
		await expect(getMessage(commissioner, HOSTILE)).toHaveCount(1);
	});

	test("the commissioner mutes a member, and locks the conversation", async () => {
		await chooseAction(commissioner, "Conti, easily", "Mute for 7 days");
		await member.page.getByText(/^You're muted until/).waitFor();
		await expect(getMessageField(member)).toHaveCount(0);
		await expectNoPageProblems(member);
		await commissioner.page.reload();
		await commissioner.page.getByText("Moderation").click();
		await commissioner.page.getByRole("button", { name: "Unmute" }).click();
		await getMessageField(member).waitFor();
		await commissioner.page.getByRole("button", { name: "Lock chat" }).click();
		await member.page.getByText("The chat is locked. Only the commissioner and deputies can post.").waitFor();
		await expect(getMessageField(member)).toHaveCount(0);
		await commissioner.page.getByRole("button", { name: "Unlock chat" }).waitFor();
		await expectNoPageProblems(commissioner);
		await send(commissioner, "Good night, all");
		await getMessage(member, "Good night, all").waitFor();
		await commissioner.page.getByRole("button", { name: "Unlock chat" }).click();
		await getMessageField(member).waitFor();
	});

	test("the commissioner adds a webhook, whose address is shown masked [D2.7.61]", async () => {
		const { page } = commissioner;
		await page.goto(`/leagues/${leagueId}/settings`);
		const field = page.getByRole("textbox", { name: "Webhook address" });
		await field.fill("https://example.org/api/webhooks/1/2");
		await page.getByRole("button", { name: "Add", exact: true }).click();
		await page.getByText("Paste the webhook address that Discord or Slack gave you").waitFor();
		await field.fill("https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789");
		await page.getByRole("button", { name: "Add", exact: true }).click();
		await page.getByRole("heading", { name: "Discord …6789" }).waitFor();
		await expect(field).toHaveValue("");
		await expect(page.getByText("AbCdEf")).toHaveCount(0);
		await expectNoPageProblems(commissioner);
		await page.getByRole("button", { name: "Remove", exact: true }).last().click();
		await expect(page.getByRole("heading", { name: "Discord …6789" })).toHaveCount(0);
		await openChat(commissioner);
	});

	test("a message that cannot be sent is kept and arrives once [D2.7.66]", async () => {
		await member.page.context().setOffline(true);
		await send(member, "Sent from the tunnel");
		await member.page.getByText("You're offline. Messages are kept here until you can send them.").waitFor();
		const unsent = member.page.getByRole("list", { name: "Unsent messages" });
		await unsent.getByText("Sent from the tunnel").waitFor();
		await unsent.getByRole("button", { name: "Try again" }).waitFor();
		await member.page.context().setOffline(false);
		await openChat(member);
		await unsent.getByRole("button", { name: "Try again" }).click();
		await getMessage(commissioner, "Sent from the tunnel").waitFor();
		await expect(unsent).toHaveCount(0);
		await expect(getMessage(member, "Sent from the tunnel")).toHaveCount(1);
		await expect(getMessage(commissioner, "Sent from the tunnel")).toHaveCount(1);
	});
});
