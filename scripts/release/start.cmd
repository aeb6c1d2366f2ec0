@echo off
rem Starts Showcaller with the Node of this folder. With words behind it, runs a command: start.cmd help
setlocal
title Showcaller
pushd "%~dp0"
if not exist "node.exe" goto :not_extracted
if not "%~1"=="" goto :command
node.exe app\bin\showcaller.mjs serve
if errorlevel 1 pause
exit /b %errorlevel%

:command
node.exe app\bin\showcaller.mjs %*
exit /b %errorlevel%

:not_extracted
echo Extract the whole zip file first, then open start.cmd in the folder that you extracted.
pause
exit /b 1
