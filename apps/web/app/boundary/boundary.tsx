import { Component, type ReactNode } from "react";
import { sendErrorReport } from "../../reporting/report.ts";
import { BrokenScreen } from "./broken-screen.tsx";

interface Props {
	/** The page's address: another page is another try. */
	readonly at: string;
	readonly children: ReactNode;
}
interface State {
	readonly at: string;
	readonly error: unknown;
}

/** Keeps an error of one screen from taking the page with it: the menu stays, and there is a way back. */
export class Boundary extends Component<Props, State> {
	override state: State = { at: this.props.at, error: null };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { error };
	}

	static getDerivedStateFromProps({ at }: Props, state: State): State | null {
		return at === state.at ? null : { at, error: null };
	}

	override componentDidCatch(error: unknown): void {
		sendErrorReport(error);
	}

	override render(): ReactNode {
		if (this.state.error === null) return this.props.children;
		return <BrokenScreen error={this.state.error} onRetry={() => this.setState({ error: null })} />;
	}
}
