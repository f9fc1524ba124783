// Copies prompts to the clipboard.
import * as vscode from 'vscode';
import { Client } from '../client';
import { Argument } from '../protocol';
import { CurrentChat } from '../currentChat';
import { chatOf, entryOf, Given, Notice } from './subject';

/** Copies the prompt for the block of a row, else for all failed blocks. */
export async function copyRetryPrompt(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const subject = await chatOf(current, given);
  const entry = given && 'kind' in given ? entryOf(subject, given) : undefined;
  await copyPromptOf(client, { uri: subject.document.uri.toString(), ...entry?.argument });
}

/** Copies the instructions to begin a chat with. */
export async function copyInstructions(client: Client): Promise<void> {
  await vscode.env.clipboard.writeText(await client.instructions());
  void vscode.window.showInformationMessage('Copied the format instructions. Paste them into the chat, above your task.');
}

/** Copies the prompt for one block or code block, else for all that failed or isn't read. */
export async function copyPromptOf(client: Client, { uri, block, proposal }: Argument): Promise<void> {
  const { prompt } = await client.ask<{ prompt: string }>('editLsp.retryPrompt', { uri, block, proposal });
  if (!prompt) throw new Notice('Nothing to retry: no block failed.');
  await vscode.env.clipboard.writeText(prompt);
  void vscode.window.showInformationMessage('Copied the retry prompt. Paste it into the chat.');
}
