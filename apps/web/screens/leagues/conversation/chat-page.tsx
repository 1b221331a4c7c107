import { Suspense } from "react";
import { createChunk, LazyScreen } from "../../../app/lazy-screen.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";

const CONVERSATION = createChunk(async () => (await import("./conversation.tsx")).ConversationPage);

/** The league's conversation, in a file of its own that loads when it is opened. */
export const ChatPage = () => (
	<Suspense fallback={<Skeleton height="60vh" radius="var(--radius-l)" />}>
		<LazyScreen chunk={CONVERSATION} />
	</Suspense>
);
