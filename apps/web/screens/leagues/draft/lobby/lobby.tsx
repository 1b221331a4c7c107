import { useDraft } from "../use-draft.ts";

export const Lobby = () => {
	const { league } = useDraft();
	return <h1>{league.name}</h1>;
};
