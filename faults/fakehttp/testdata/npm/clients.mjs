// Makes the calls that standard input lists, as JSON, with the providers' own
// clients and without retries, and prints one JSON line for each: what came of
// it, as the program that uses the client sees it.
import Anthropic from '@anthropic-ai/sdk';
import Cerebras from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import Groq from 'groq-sdk';
import OpenAI from 'openai';
import { readFileSync } from 'node:fs';

const prompt = 'Where do waves come from?';
const messages = [{ role: 'user', content: prompt }];

// chat speaks to clients that are made like OpenAI's.
const chat = (Client) => async function* ({ base, model, stream, timeout }) {
  const client = new Client({ apiKey: 'fake-key', baseURL: base, maxRetries: 0, timeout });
  const answer = await client.chat.completions.create({ model, messages, stream });
  if (!stream) return yield answer.choices[0].message.content;
  for await (const event of answer) yield event.choices[0]?.delta?.content ?? '';
};

const clients = {
  openai: chat(OpenAI),
  groq: chat(Groq),
  cerebras: chat(Cerebras),

  async *'openai.stream'({ base, model, timeout }) {
    const client = new OpenAI({ apiKey: 'fake-key', baseURL: base, maxRetries: 0, timeout });
    yield await client.chat.completions.stream({ model, messages }).finalContent();
  },

  async *'openai-responses'({ base, model, stream, timeout }) {
    const client = new OpenAI({ apiKey: 'fake-key', baseURL: base, maxRetries: 0, timeout });
    const answer = await client.responses.create({ model, input: prompt, stream });
    if (!stream) return yield answer.output_text;
    for await (const event of answer) {
      if (event.type === 'response.output_text.delta') yield event.delta;
      if (event.type === 'error') yield `[${event.type}]`; // which this client yields, and does not throw
    }
  },

  async *anthropic({ base, model, stream, timeout }) {
    const client = new Anthropic({ apiKey: 'fake-key', baseURL: base, maxRetries: 0, timeout });
    const answer = await client.messages.create({ model, messages, max_tokens: 64, stream });
    if (!stream) return yield answer.content[0].text;
    for await (const event of answer) yield event.delta?.text ?? '';
  },

  async *gemini({ base, model, stream, timeout }) {
    const client = new GoogleGenAI({ apiKey: 'fake-key', httpOptions: { baseUrl: base, timeout } });
    const ask = { model, contents: prompt };
    if (!stream) return yield (await client.models.generateContent(ask)).text;
    for await (const event of await client.models.generateContentStream(ask)) yield event.text ?? '';
  },

  async *mistral({ base, model, stream, timeout }) {
    const client = new Mistral({ apiKey: 'fake-key', serverURL: base, timeoutMs: timeout });
    if (!stream) return yield (await client.chat.complete({ model, messages })).choices[0].message.content;
    for await (const event of await client.chat.stream({ model, messages })) yield event.data.choices[0]?.delta?.content ?? '';
  },
};

async function make(call, i) {
  const seen = { call: i, text: '', error: '', status: 0, code: '' };
  try {
    for await (const text of clients[call.client](call)) seen.text += text;
  } catch (e) {
    seen.error = e.constructor.name;
    seen.status = e.status ?? e.statusCode ?? 0;
    seen.code = codeOf(e);
  }
  console.log(JSON.stringify(seen));
}

// codeOf finds the provider's code of an error where the client keeps it: as a
// field, in the parsed body, or in the body's text.
function codeOf(e) {
  let body = e.error?.error ?? e.error;
  if (!body && /^\s*{/.test(e.body ?? e.message)) body = JSON.parse(e.body ?? e.message);
  body = body?.error ?? body ?? {};
  return String((typeof e.code === 'string' && e.code) || body.status || body.code || body.type || '');
}

const calls = JSON.parse(readFileSync(0, 'utf8'));
await Promise.all(calls.map(make));
process.exit(0); // connections that are kept open would hold the process
